import { IconLayersDifference } from '@tabler/icons-react'
import { countDays } from '../../shared/charts/chart-period.ts'
import type { ChartState } from '../../shared/charts/chart-search.ts'
import {
  calculateComparisonDays,
  findComparisons,
  fitComparison,
} from '../../shared/charts/compare-period.ts'
import type { Comparison } from '../../shared/charts/comparisons.ts'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../shared/plain-select/plain-select.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './charts.module.css'
import type { ChangeChart } from './use-chart-state.ts'
import type { Period } from './use-period.ts'

/** One press selects the suggested comparison; then any other period can be chosen. */
export function CompareChoice({
  state,
  change,
  period,
}: {
  state: ChartState
  change: ChangeChart
  period: Period
}) {
  const t = useT()
  const { today, days } = period
  const choices = findComparisons(state, today)
  const chosen = fitComparison(state, state.compare, today)
  const isOn = chosen !== 'none'
  const isDay = countDays(days) === 1
  const label = (comparison: Exclude<Comparison, 'none'>) =>
    t(comparison === 'previous' && isDay ? 'charts.compare.day_before' : `charts.compare.${comparison}`)
  // A custom day starts from the current one.
  const shown = calculateComparisonDays(state, state.compare, state.compareFrom, today)
  const choose = (compare: Comparison) => {
    change({ compare, ...(compare === 'custom' && { compareFrom: shown?.firstDay }) })
  }
  return (
    <div className={styles.compare}>
      <Button
        aria-pressed={isOn}
        data-tooltip={isOn ? t('charts.compare.none') : label(choices[0]!)}
        onClick={() => choose(isOn ? 'none' : choices[0]!)}
      >
        <IconLayersDifference size={17} stroke={1.6} aria-hidden />
        {/* The choice beside it says the rest. */}
        <span className={isOn ? 'visually-hidden' : undefined}>{t('charts.compare.action')}</span>
      </Button>
      {isOn && (
        <PlainSelect
          label={t('charts.compare.label')}
          value={chosen as Exclude<Comparison, 'none'>}
          onChange={choose}
          options={choices.map((compare) => ({ value: compare, label: label(compare) }))}
        />
      )}
      {chosen === 'custom' && (
        <div className={styles.compareFrom} data-tooltip={t('charts.compare.from')}>
          <DayField
            name="compareFrom"
            label={t('charts.compare.from')}
            isLabelHidden
            pickLabel={t('portal.sidebar.pick_from')}
            day={shown?.firstDay ?? ''}
            today={today}
            onChange={(day) => change({ compareFrom: day || undefined })}
          />
        </div>
      )}
    </div>
  )
}
