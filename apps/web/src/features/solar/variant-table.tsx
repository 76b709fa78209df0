import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useEuro } from '../../shared/use-euro.ts'
import { describePayback } from '../../shared/what-if/judge-payback.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import textStyles from '../../ui/text.module.css'
import type { AssessedVariant } from './assess-solar.ts'
import type { SolarAssumptions } from './solar-assumptions.ts'

/** The same panels under today's rules, with a battery, and under the old yearly netting. */
export function VariantTable({
  variants,
  netMeteringEur,
  assumed,
}: {
  variants: readonly AssessedVariant[]
  netMeteringEur: number | null
  assumed: SolarAssumptions
}) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  return (
    <Panel heading={t('solar.variants.heading')} lead={t('solar.variants.lead')}>
      <FigureTable>
        <thead>
          <tr>
            <th scope="col">{t('solar.variants.variant')}</th>
            <th scope="col">{t('solar.variants.saving')}</th>
            <th scope="col">{t('battery.table.payback')}</th>
            <th scope="col">{t('battery.table.npv')}</th>
            <th scope="col">{t('battery.table.price')}</th>
            <th scope="col">{t('solar.fact.self_consumption')}</th>
            <th scope="col">{t('solar.variants.fed_in')}</th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <tr key={variant.name}>
              <th scope="row">{t(`solar.variants.${variant.name}`)}</th>
              <td>
                {t('what_if.range', {
                  low: euro(variant.saving.low, 0),
                  high: euro(variant.saving.high, 0),
                })}
              </td>
              <td>{describePayback(variant, t, format)}</td>
              <td>
                {t('what_if.range', {
                  low: euro(variant.low.npvEur, 0),
                  high: euro(variant.high.npvEur, 0),
                })}
              </td>
              <td>{euro(variant.priceEur, 0)}</td>
              <td>{format.percent(variant.selfConsumption, 0)}</td>
              <td>{format.number(variant.fedMoreKwh)} kWh</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('solar.variants.net_metering')}</th>
            <td>{euro(netMeteringEur, 0)}</td>
            <td>–</td>
            <td>–</td>
            <td>–</td>
            <td>–</td>
            <td>–</td>
          </tr>
        </tbody>
      </FigureTable>
      <p className={textStyles.soft}>
        {t('solar.variants.net_metering_note')}{' '}
        {netMeteringEur === null && t('solar.variants.net_metering_unknown')}{' '}
        {assumed.batteryKwh > 0 ? t('solar.variants.battery_note') : t('solar.variants.battery_hint')}
      </p>
    </Panel>
  )
}
