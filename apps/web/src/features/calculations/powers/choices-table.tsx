import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { memo } from 'react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../../shared/i18n/use-format-day.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import { TableFrame } from '../../../ui/table-frame.tsx'
import { blocks } from '../calculation-data.ts'
import styles from './powers.module.css'

export interface PowerChoiceRow {
  name: 'current' | 'operatorDefault' | 'optimised' | 'custom'
  powersKw: BlockPowers | null
  agreedEur: number
  excessEur: number
  totalEur: number
  /** Excess that the operator reports and does not charge. */
  unchargedEur: number | null
  isAdvised: boolean
}

/** The cost of each choice of powers in the coming year; the custom one follows the pointer. */
export function ChoicesTable({ rows, fromDay }: { rows: readonly PowerChoiceRow[]; fromDay: string }) {
  const t = useT()
  const day = useFormatDay()
  const current = rows.find(({ name }) => name === 'current')
  return (
    <>
      <p className={styles.caption}>
        {t('calculations.choices.caption', { from: day(fromDay), basis: t('calculations.held.all') })}
      </p>
      <TableFrame label={t('calculations.choices.title')} frameClass={styles.choices!}>
        <caption className="visually-hidden">{t('calculations.choices.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('calculations.choices.choice')}</th>
            <th scope="col">{t('calculations.choices.total')}</th>
            <th scope="col">{t('calculations.choices.difference')}</th>
            <th scope="col">{t('calculations.choices.agreed')}</th>
            <th scope="col">{t('calculations.choices.excess')}</th>
            <th scope="col">{t('calculations.choices.powers')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ChoiceRow
              key={row.name}
              row={row}
              currentEur={current && row !== current ? current.totalEur : null}
            />
          ))}
        </tbody>
      </TableFrame>
    </>
  )
}

interface ChoiceRowProps {
  row: PowerChoiceRow
  /** The base of the comparison. */
  currentEur: number | null
}

/** Only the custom row changes while dragging. On a phone a row is a card, whose cells say what they are. */
const ChoiceRow = memo(function ChoiceRow({ row, currentEur }: ChoiceRowProps) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const { name, powersKw, agreedEur, excessEur, totalEur, unchargedEur, isAdvised } = row
  return (
    <tr data-choice={name} data-advised={isAdvised || undefined}>
      <th scope="row">
        <span className={styles.key} aria-hidden />
        {t(`calculations.choice.${name}`)}
      </th>
      <td data-label={t('calculations.choices.total')}>
        <strong>{euro(totalEur)}</strong>
      </td>
      <td data-label={t('calculations.choices.difference')}>
        {formatDifference(currentEur === null ? null : totalEur - currentEur, euro)}
      </td>
      <td data-label={t('calculations.choices.agreed')}>{euro(agreedEur)}</td>
      <td data-label={t('calculations.choices.excess')}>
        {unchargedEur === null ? (
          euro(excessEur)
        ) : (
          <small>{t('calculations.choices.reported', { amount: euro(unchargedEur) })}</small>
        )}
      </td>
      <td className={styles.powersCell} data-label={t('calculations.choices.powers')}>
        {powersKw
          ? blocks.map((block) => format.number(powersKw[block - 1]!, 1)).join(' · ')
          : t('calculations.various')}
      </td>
    </tr>
  )
})

function formatDifference(eur: number | null, euro: ReturnType<typeof useEuro>): string {
  if (eur === null) return '–'
  const rounded = Math.round(eur * 100) / 100
  return rounded > 0 ? `+${euro(rounded)}` : euro(rounded)
}
