import { useEffect, useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import type { PortalDevice } from '../../shared/portal/portal-query.ts'
import {
  defaultRange,
  findRangeProblem,
  largestRangeDays,
  type PortalSelection,
  yearToToday,
} from '../../shared/portal/portal-selection.ts'
import { type ChangeSelection, usePortalToday } from '../../shared/portal/use-portal-selection.ts'
import styles from './portal-sidebar.module.css'

type Days = Pick<PortalSelection, 'from' | 'to'>

interface DaysFieldsProps {
  selection: Days
  readings: PortalDevice['readings'] | null
  onChange: ChangeSelection
  onValid: (isValid: boolean) => void
}

/** First and last day; an invalid pair stays in the fields and is reported on leaving one of them. */
export function DaysFields({ selection, readings, onChange, onValid }: DaysFieldsProps) {
  const t = useT()
  const today = usePortalToday()
  const [typed, setTyped] = useState<Days | null>(null)
  const [isLeft, setLeft] = useState(false)
  const shown = typed ?? selection
  const problem = findRangeProblem(shown.from, shown.to, today)
  useEffect(() => onValid(problem === null), [problem, onValid])
  const take = (days: Days) => {
    const isRight = findRangeProblem(days.from, days.to, today) === null
    setTyped(isRight ? null : days)
    if (isRight) onChange({ from: days.from, to: days.to })
  }
  const error =
    isLeft && problem !== null ? t(`portal.sidebar.range_${problem}`, { days: largestRangeDays }) : null
  const field = (name: 'from' | 'to') => (
    <DayField
      name={name}
      label={t(`portal.sidebar.${name}`)}
      pickLabel={t(`portal.sidebar.pick_${name}`)}
      day={shown[name]}
      required
      today={today}
      isWrong={error !== null}
      onChange={(day) => take({ ...shown, [name]: day })}
      onLeave={() => setLeft(true)}
    />
  )
  return (
    <div className={styles.days}>
      <div className={styles.pair}>
        {field('from')}
        {field('to')}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.presets}>
        {findPresets(today, readings).map(({ key, days }) => (
          <button
            key={key}
            type="button"
            className={styles.preset}
            aria-pressed={days.from === shown.from && days.to === shown.to}
            onClick={() => take(days)}
          >
            {t(`portal.sidebar.preset.${key}`)}
          </button>
        ))}
      </div>
    </div>
  )
}

function findPresets(today: string, readings: PortalDevice['readings'] | null) {
  const date = Temporal.PlainDate.from(today)
  const lastYear = date.year - 1
  const presets: { key: 'year' | 'to_today' | 'this_year' | 'last_year' | 'all'; days: Days }[] = [
    { key: 'year', days: defaultRange(today) },
    { key: 'to_today', days: yearToToday(today) },
    { key: 'this_year', days: { from: `${date.year}-01-01`, to: today } },
    { key: 'last_year', days: { from: `${lastYear}-01-01`, to: `${lastYear}-12-31` } },
  ]
  if (readings?.from && readings.to && findRangeProblem(readings.from, readings.to, today) === null)
    presets.push({ key: 'all', days: { from: readings.from, to: readings.to } })
  return presets
}
