import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useEuro } from '../../shared/use-euro.ts'
import { describePayback } from '../../shared/what-if/judge-payback.ts'
import styles from '../../shared/what-if/what-if.module.css'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { AssessedSize } from './assess-batteries.ts'
import tableStyles from './size-table.module.css'

interface SizeTableProps {
  sizes: readonly AssessedSize[]
  selected: number
  best: number
  onSelect: (place: number) => void
}

/** All sizes in numbers; choosing one here chooses it for the whole page. */
export function SizeTable({ sizes, selected, best, onSelect }: SizeTableProps) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const kwh = (value: number) => format.number(value, value % 1 === 0 ? 0 : 1)
  return (
    <Panel heading={t('battery.table.heading')} lead={t('battery.table.lead')}>
      <FigureTable>
        <thead className={tableStyles.heads}>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('battery.table.size')}
            </th>
            <th scope="colgroup" colSpan={3} className={tableStyles.group}>
              {t('solar.variants.saving')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('battery.table.payback')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('battery.table.npv')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('battery.table.price')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('battery.table.power')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('battery.table.cycles')}
            </th>
          </tr>
          <tr className={tableStyles.below}>
            <th scope="col">{t('battery.control.forecast')}</th>
            <th scope="col">{t('battery.control.rule')}</th>
            <th scope="col">{t('battery.control.perfect')}</th>
          </tr>
        </thead>
        <tbody className={tableStyles.sizes}>
          {sizes.map((size, place) => (
            <tr key={size.capacityKwh} aria-current={place === selected || undefined}>
              <th scope="row">
                <label className={styles.choice}>
                  <input
                    type="radio"
                    name="battery-size"
                    checked={place === selected}
                    onChange={() => onSelect(place)}
                  />
                  {kwh(size.capacityKwh)} kWh
                  {place === best && size.middle.npvEur > 0 && (
                    <span className={styles.badge}>{t('battery.table.best')}</span>
                  )}
                </label>
              </th>
              <td>{euro(size.yearly.forecast.meanEur, 0)}</td>
              <td>{euro(size.yearly.rule.meanEur, 0)}</td>
              <td>{euro(size.yearly.perfect.meanEur, 0)}</td>
              <td>{describePayback(size, t, format)}</td>
              <td>
                {t('what_if.range', {
                  low: euro(size.low.npvEur, 0),
                  high: euro(size.high.npvEur, 0),
                })}
              </td>
              <td>{euro(size.priceEur, 0)}</td>
              <td>{format.number(size.chargeKw, 1)} kW</td>
              <td>{format.number(size.fullCyclesPerYear.forecast)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Panel>
  )
}
