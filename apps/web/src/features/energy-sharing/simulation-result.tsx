import type { SharingSimulationView, SimulationResultView } from '@ohmstead/contract/energy-sharing-results'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AdvisedKey } from './advised-key.tsx'
import { Benefit } from './benefit-text.tsx'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { isPositive, payableShared } from './sharing-money.ts'
import { SimulatedMembers } from './simulated-members.tsx'
import { useMonthText } from './use-month-text.ts'

interface SimulationResultProps extends GroupPartProps {
  simulation: SharingSimulationView
  result: SimulationResultView
}

/** What the months would have brought all together and each member, under every kind of key. */
export function SimulationResult({ group, simulation, result }: SimulationResultProps) {
  const t = useT()
  const format = useFormat()
  const { money } = usePriceText()
  const { text: quantity } = useQuantity()
  const monthText = useMonthText()
  const { arrangements, advice, currency, unsettledIntervals, intervals } = result
  const advised = advice?.arrangement ?? null
  const best = advice?.compared[0]?.kind ?? arrangements[0]?.kind ?? 'byUse'
  const [kind, setKind] = useState<string>(advised ? 'advised' : best)
  const shown = kind === 'advised' ? advised : arrangements.find((one) => one.kind === kind)
  const months = monthText(simulation.from, simulation.to)
  const benefit = advised?.totals.benefit ?? null
  const isKnown = arrangements.some(({ totals }) => totals.benefit !== null) || isCompared(advice)
  return (
    <>
      <div className={styles.headline} role="status">
        <h2>
          {isPositive(benefit)
            ? t('energy_sharing.simulation.gain', { months, amount: money(benefit, currency) })
            : t(isKnown ? 'energy_sharing.simulation.no_gain' : 'energy_sharing.simulation.unknown', {
                months,
              })}
        </h2>
        <p>
          {t('energy_sharing.simulation.basis')}
          {simulation.isOutdated && ` ${t('energy_sharing.simulation.outdated')}`}
          {unsettledIntervals > 0 &&
            ` ${t('energy_sharing.simulation.unsettled', {
              share: format.percent(unsettledIntervals / Math.max(1, intervals)),
            })}`}
        </p>
      </div>
      {advice && <AdvisedKey group={group} simulation={simulation} advice={advice} currency={currency} />}
      <Panel heading={t('energy_sharing.simulation.keys')}>
        <FigureTable isFlush>
          <thead>
            <tr>
              <th scope="col">{t('energy_sharing.part.key')}</th>
              <th scope="col">{t('energy_sharing.figure.benefit')}</th>
              <th scope="col">{t('energy_sharing.figure.alone')}</th>
              <th scope="col">{t('energy_sharing.figure.together')}</th>
              <th scope="col">{t('energy_sharing.figure.received')}</th>
              <th scope="col">{t('energy_sharing.figure.unused')}</th>
            </tr>
          </thead>
          <tbody>
            {arrangements.map(({ kind: one, totals }) => (
              <tr key={one}>
                <th scope="row">{t(`energy_sharing.key.${one}`)}</th>
                <td>
                  <Benefit amount={totals.benefit} currency={currency} />
                </td>
                <td>{money(totals.alone, currency)}</td>
                <td>{money(payableShared(totals), currency)}</td>
                <td>{quantity(totals.energies.receivedMilliWh / 1000, 'Wh')}</td>
                <td>{quantity(totals.energies.unusedMilliWh / 1000, 'Wh')}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      </Panel>
      <Panel
        heading={t('energy_sharing.simulation.each')}
        tools={
          <SegmentedChoice
            label={t('energy_sharing.part.key')}
            value={kind}
            options={[
              ...(advised ? [{ value: 'advised', label: t('energy_sharing.key.advised') }] : []),
              ...arrangements.map((one) => ({ value: one.kind, label: t(`energy_sharing.key.${one.kind}`) })),
            ]}
            onChange={setKind}
          />
        }
      >
        {shown && (
          <SimulatedMembers
            members={shown.members}
            names={simulation.memberNames}
            currency={currency}
            keyOf={shown.key.kind === 'static' ? shown.key.shares : null}
          />
        )}
      </Panel>
    </>
  )
}

/** Some members' gain is known, although not that of all. */
const isCompared = (advice: SimulationResultView['advice']) => (advice?.compared.length ?? 0) > 0
