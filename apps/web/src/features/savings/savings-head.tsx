import type { SavingsView } from '@ohmstead/contract/savings'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../shared/plain-select/plain-select.tsx'
import { useMissingText } from '../../shared/pricing/use-missing-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { Facts } from '../../shared/what-if/facts.tsx'
import { type Part, parts } from './build-month-bars.ts'
import styles from './savings.module.css'

interface Props {
  savings: SavingsView
  year: number
  years: readonly number[]
  onYear: (year: number) => void
}

/** The answer in one sentence, its parts, the baseline it is measured against, and how sure it is. */
export function SavingsHead({ savings, year, years, onYear }: Props) {
  const t = useT()
  const text = usePriceText()
  const { currency, totals } = savings
  const amount = (value: string | null) => text.money(value, currency)
  const hintOf = (part: Part) => {
    if (part === 'control') {
      const beyond = findBeyondRule(savings)
      const size = { amount: amount(String(Math.abs(beyond))) }
      return beyond === 0
        ? t('savings.hint.control_same')
        : t(beyond > 0 ? 'savings.hint.control_better' : 'savings.hint.control_worse', size)
    }
    const value = totals[part]
    return value !== null && Number(value) < 0
      ? t('savings.hint.cost', { amount: amount(withoutSign(value)) })
      : t(`savings.hint.${part}`)
  }
  const isLoss = totals.saved !== null && Number(totals.saved) < 0
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <h1>
          {totals.saved === null
            ? t('savings.head.unknown', { year: String(year) })
            : t(isLoss ? 'savings.head.more' : 'savings.head.saved', {
                year: String(year),
                amount: amount(withoutSign(totals.saved)),
              })}
        </h1>
        {years.length > 1 && (
          <PlainSelect
            label={t('savings.head.year')}
            value={String(year)}
            options={years.map((one) => ({ value: String(one), label: String(one) }))}
            onChange={(one) => onYear(Number(one))}
          />
        )}
      </div>
      {totals.saved !== null && (
        <>
          <Facts
            facts={shownParts(savings).map((part) => {
              const value = totals[part]
              return {
                key: part,
                label: t(`savings.part.${part}`),
                value: amount(value),
                ...(value !== null && Number(value) < 0 && { tone: 'bad' as const }),
                hint: hintOf(part),
              }
            })}
          />
          <p className={styles.lead}>
            {t('savings.baseline.text', {
              baseline: amount(totals.baseline),
              actual: amount(totals.actual),
            })}{' '}
            {t('savings.baseline.bill')}
          </p>
        </>
      )}
      <Notes savings={savings} />
    </header>
  )
}

const withoutSign = (value: string) => value.replace('-', '')

/** By how much the bill is lower than it would be with the battery run by the simple rule, to the cent. */
export function findBeyondRule({ coalitions }: Pick<SavingsView, 'coalitions'>): number {
  const all = coalitions.reduce((most, one) => (one.parts.length > most.parts.length ? one : most))
  const ruled = coalitions.find(
    ({ parts }) => parts.length === all.parts.length - 1 && !parts.includes('control'),
  )
  return ruled ? (Math.round(Number(ruled.cost) * 100) - Math.round(Number(all.cost) * 100)) / 100 : 0
}

export function shownParts({ has }: Pick<SavingsView, 'has'>): Part[] {
  return parts.filter((part) => (part === 'solar' ? has.solar : has.battery))
}

/** What was left out and why, what is estimated, and since when anything is known. */
function Notes({ savings: { months, missing, since, time_zone } }: { savings: SavingsView }) {
  const t = useT()
  const format = useFormat()
  const missingText = useMissingText()
  const read = months.filter(({ to }) => since !== null && to > since)
  const sum = (of: (month: (typeof months)[number]) => number) =>
    read.reduce((total, month) => total + of(month), 0)
  const all = sum(({ quarterHours }) => quarterHours)
  const left = all - sum(({ compared }) => compared)
  const estimated = sum((month) => month.estimated)
  const reasons = (['grid', 'solar', 'battery', 'contradictory'] as const).flatMap((reason) => {
    const count = sum(({ leftOut }) => leftOut[reason])
    return count === 0 ? [] : [t(`savings.left.${reason}`, { count: format.number(count) })]
  })
  const notes = [
    ...missing.filter(({ kind }) => kind !== 'noReadings').map(missingText),
    ...(left > 0
      ? [
          t('savings.left.note', {
            count: format.number(left),
            all: format.number(all),
            reasons: reasons.join(', '),
          }),
        ]
      : []),
    ...(estimated > 0 ? [t('savings.left.estimated', { count: format.number(estimated) })] : []),
    ...(since === null ? [] : [t('savings.left.since', { day: format.day(since, time_zone) })]),
  ]
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
