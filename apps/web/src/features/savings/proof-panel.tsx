import type { SavingsView } from '@ohmstead/contract/savings'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './savings.module.css'

/** Every set of parts with its whole bill: the figures that the parts follow from. */
export function ProofPanel({ savings }: { savings: SavingsView }) {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const { coalitions, currency, months, has } = savings
  const figures = months.findLast((month) => month.figures !== null)?.figures ?? null
  if (coalitions.every(({ cost }) => cost === null)) return null
  const nameOf = (parts: (typeof coalitions)[number]['parts']) =>
    parts.length === 0 ? t('savings.proof.none') : parts.map((part) => t(`savings.part.${part}`)).join(' + ')
  const bySize = [...coalitions].sort((a, b) => a.parts.length - b.parts.length)
  const originOf = (isSimulated: boolean) =>
    t(isSimulated ? 'savings.proof.simulated' : 'savings.proof.readings')
  const kw = (value: number) => `${format.number(value, 1)} kW`
  return (
    <Panel heading={t('savings.proof.heading')} lead={t('savings.proof.lead')}>
      <FigureTable isFlush>
        <thead>
          <tr>
            <th scope="col">{t('savings.proof.set')}</th>
            <th scope="col">{t('savings.sum.actual')}</th>
            <th scope="col" data-text className={styles.wide}>
              {t('savings.proof.origin')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bySize.map(({ parts, cost, isSimulated }) => (
            <tr key={parts.join()}>
              <th scope="row">
                {nameOf(parts)}
                <span className={styles.under}>{originOf(isSimulated)}</span>
              </th>
              <td>{text.money(cost, currency)}</td>
              <td data-text className={styles.wide}>
                {originOf(isSimulated)}
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      {has.battery && <p className={styles.soft}>{t('savings.proof.rule')}</p>}
      {figures && (
        <p className={styles.soft}>
          {t(figures.isRoundTripAssumed ? 'savings.proof.figures_assumed' : 'savings.proof.figures', {
            capacity: `${format.number(figures.capacityKwh, 1)} kWh`,
            charge: kw(figures.chargeKw),
            discharge: kw(figures.dischargeKw),
            efficiency: format.percent(figures.roundTrip, 0),
          })}
        </p>
      )}
    </Panel>
  )
}
