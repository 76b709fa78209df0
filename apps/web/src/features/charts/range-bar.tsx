import { useLingui } from '@lingui/react'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import {
  type ChartRange,
  isAfterToday,
  type PeriodChoice,
  shiftPeriod,
} from '../../shared/charts/chart-period.ts'
import type { ChartState } from '../../shared/charts/chart-search.ts'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../shared/plain-select/plain-select.tsx'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { IconButton } from '../../ui/button.tsx'
import styles from './charts.module.css'
import type { ChangeChart } from './use-chart-state.ts'
import type { Period } from './use-period.ts'
import { ZoneNote } from './zone-note.tsx'

const DaysDialog = lazyPart(async () => (await import('./days-dialog.tsx')).DaysDialog)

const calendarRanges = ['day', 'week', 'month', 'year'] as const
const presets = [
  'yesterday',
  'last2days',
  'last7days',
  'thisMonth',
  'lastMonth',
  'last12months',
  'custom',
] as const

interface Props {
  state: ChartState
  change: ChangeChart
  period: Period
  timeZone: string
  hasLatest: boolean
  /** Prefetches the neighbouring period while the pointer approaches the button. */
  onPointAt: (choice: PeriodChoice) => void
}

/** The shown range: kinds of range, the days in words, and links to the neighbours. */
export function RangeBar({ state, change, period, timeZone, hasLatest, onPointAt }: Props) {
  const t = useT()
  const { i18n } = useLingui()
  const [dialog, setDialog] = useState<'pick' | 'custom' | null>(null)
  const previous = shiftPeriod(state, -1, period.today)
  const next = shiftPeriod(state, 1, period.today)
  const isLatest = state.range === 'latest'
  const choose = (range: ChartRange) => {
    if (range === 'custom') return setDialog('custom')
    change({ range, date: range === 'latest' ? undefined : state.date, interval: 0 }, { isStep: true })
  }
  const step = (choice: PeriodChoice) =>
    change({ date: undefined, from: undefined, to: undefined, ...choice }, { isStep: true })
  const segments = [...(hasLatest ? (['latest'] as const) : []), ...calendarRanges]
  const isPreset = (presets as readonly string[]).includes(state.range)

  return (
    <div className={styles.rangeBar}>
      <div className={styles.rangeKinds}>
        <SegmentedChoice
          label={t('charts.range.label')}
          value={state.range as string}
          onChange={(range) => choose(range as ChartRange)}
          options={segments.map((range) => ({ value: range as string, label: t(`charts.range.${range}`) }))}
        />
        <PlainSelect
          label={t('charts.range.more')}
          value={isPreset ? (state.range as string) : ''}
          onChange={(range) => range !== '' && choose(range as ChartRange)}
          options={[
            ...(isPreset ? [] : [{ value: '', label: t('charts.range.more') }]),
            ...presets.map((range) => ({ value: range as string, label: t(`charts.range.${range}`) })),
          ]}
        />
      </div>
      <div className={styles.period}>
        {!isLatest && (
          <IconButton
            label={t('charts.range.previous')}
            onPointerEnter={() => onPointAt(previous)}
            onFocus={() => onPointAt(previous)}
            onClick={() => step(previous)}
          >
            <IconChevronLeft size={18} stroke={1.6} />
          </IconButton>
        )}
        {isLatest ? (
          <strong className={styles.periodText}>{t('charts.range.last_hour')}</strong>
        ) : (
          <button
            type="button"
            className={styles.periodButton}
            onClick={() => setDialog('pick')}
            data-tooltip={t('charts.range.pick')}
          >
            <IconCalendar size={16} stroke={1.6} aria-hidden />
            <strong>{formatDays(period.days.firstDay, period.days.lastDay, i18n.locale)}</strong>
          </button>
        )}
        {!isLatest && (
          <IconButton
            label={t('charts.range.next')}
            disabled={isAfterToday(next, period.today)}
            onPointerEnter={() => onPointAt(next)}
            onFocus={() => onPointAt(next)}
            onClick={() => step(next)}
          >
            <IconChevronRight size={18} stroke={1.6} />
          </IconButton>
        )}
        <ZoneNote
          period={period}
          timeZone={timeZone}
          isSingleDay={!isLatest && period.days.firstDay === period.days.lastDay}
        />
      </div>
      {dialog && (
        <Suspense>
          <DaysDialog
            days={period.days}
            range={dialog === 'custom' ? 'custom' : state.range}
            today={period.today}
            onClose={() => setDialog(null)}
            onChoose={(choice) => {
              setDialog(null)
              step({ ...choice })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
