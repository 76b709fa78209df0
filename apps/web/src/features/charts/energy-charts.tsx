import { useLingui } from '@lingui/react'
import { IconChartAreaLine } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { buildEnergyModel, hasAny } from '../../shared/charts/build-energy-model.ts'
import type { ChartTable } from '../../shared/charts/chart-csv.ts'
import { type ChartPlace, energyQuery } from '../../shared/charts/chart-place.ts'
import type { ChartState } from '../../shared/charts/chart-search.ts'
import { alignComparison } from '../../shared/charts/compare-period.ts'
import { compareTotals, hasReadings } from '../../shared/charts/compare-totals.ts'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { findOngoing } from '../../shared/charts/plot-now.ts'
import { buildRows } from '../../shared/charts/series-rows.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { EmptyState, FailedState, FailedStrip } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { ChartedAnswer } from './charted-answer.tsx'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import { Totals } from './totals.tsx'
import type { ChangeChart } from './use-chart-state.ts'
import { otherPeriodOf, type Period } from './use-period.ts'

interface Props {
  place: ChartPlace
  name: string
  state: ChartState
  change: ChangeChart
  period: Period
  timeZone: string
  /** First in the toolbar: the choice of metrics. */
  picker?: React.ReactNode
}

/** The energy balance of a place: totals, stack, table, files, and another period behind it. */
export function EnergyCharts({ place, name, state, change, period, timeZone, picker }: Props) {
  const t = useT()
  const { i18n } = useLingui()
  const view = state.view === 'power' ? 'power' : 'energy'
  const energies = energyQuery(place, period)
  // On its way while the page is drawn for the first time, not after it.
  usePrefetchQuery(energies)
  const query = useQuery(energies)
  const otherPeriod = otherPeriodOf(state, period, timeZone)
  const other = useQuery({ ...energyQuery(place, otherPeriod.period), enabled: otherPeriod.isAsked })
  const hidden = useMemo(() => new Set(state.hide), [state.hide])
  // Drawn in pieces: a phone answers a touch meanwhile.
  const energy = useDeferredValue(query.data)
  const otherEnergy = otherPeriod.isAsked && other.data && !other.isPlaceholderData ? other.data : null
  const minute = Math.floor(period.nowMs / 60_000) * 60_000
  const comparison = useMemo(() => {
    if (!energy || !otherEnergy || !hasReadings(otherEnergy)) return null
    const aligned = alignComparison(energy.ts, otherEnergy.ts, energy.interval, energy.time_zone)
    const ongoing = energy.ts.findLastIndex((start) => start <= minute)
    const isOver = minute >= (energy.ts[ongoing + 1] ?? energy.to)
    const totals = compareTotals(energy, otherEnergy, aligned, isOver ? -1 : ongoing)
    return { energy: otherEnergy, aligned, totals }
  }, [energy, otherEnergy, minute])
  const built = useMemo(
    () => energy && buildEnergyModel({ energy, view, hidden, nowMs: minute, comparison }),
    [energy, comparison, view, hidden, minute],
  )

  const label = useCallback((key: string) => t(`charts.series.${key}` as MessageKey), [t])
  const rowsAt = useCallback(
    (cursor: number | null) =>
      built
        ? buildRows(built.series, built.compared, built.soc, view, cursor, label, findOngoing(built.model))
        : [],
    [built, view, label],
  )
  const table = useMemo((): ChartTable | null => {
    if (!built || !energy) return null
    const unit = view === 'energy' ? 'Wh' : 'W'
    const columns = built.series.map(({ key, values }) => ({
      key: key as string,
      label: label(key),
      unit,
      values,
    }))
    const withCharge = built.soc
      ? [...columns, { key: 'soc', label: label('soc'), unit: '%', values: built.soc }]
      : columns
    return {
      ts: energy.ts,
      timeZone: energy.time_zone,
      columns: withCharge,
      estimated: energy.estimated,
      incomplete: energy.incomplete,
    }
  }, [built, energy, view, label])

  const otherText =
    otherPeriod.days && formatDays(otherPeriod.days.firstDay, otherPeriod.days.lastDay, i18n.locale)
  const comparedText =
    otherText && otherEnergy
      ? comparison
        ? t('charts.compare.outline', { period: otherText })
        : `${otherText}: ${t('charts.legend.gap')}`
      : null

  if (!energy || !built || !table) {
    if (query.isError) {
      return (
        <FailedState
          error={query.error}
          title={t('charts.failed.title')}
          onRetry={() => void query.refetch()}
        />
      )
    }
    return <ChartsSkeleton />
  }
  const isEmpty = !built.series.some(({ values }) => hasAny(values)) && !query.isPlaceholderData
  return (
    <>
      {query.isError && <FailedStrip error={query.error} onRetry={() => void query.refetch()} />}
      {other.isError && <FailedStrip error={other.error} onRetry={() => void other.refetch()} />}
      <Totals energy={energy} compared={comparison?.totals ?? null} isOver={minute >= energy.to} />
      <ChartedAnswer
        name={name}
        fileParts={[name, view]}
        state={state}
        change={change}
        period={period}
        picker={picker}
        views={place.kind === 'location' ? ['energy', 'power', 'cost'] : ['energy', 'power']}
        workbook={{ kind: 'energy', place, view }}
        model={built.model}
        rowsAt={rowsAt}
        table={table}
        idleHeading={t(view === 'energy' ? 'charts.legend.total' : 'charts.legend.mean')}
        compared={comparedText}
        hidden={hidden}
        isOutdated={query.isPlaceholderData || energy !== query.data}
        empty={
          isEmpty ? (
            <EmptyState
              icon={<IconChartAreaLine size={22} stroke={1.6} />}
              title={t('charts.empty.title')}
              text={t('charts.empty.text')}
            >
              {state.range !== 'day' || (state.date !== undefined && state.date !== period.today) ? (
                <Button onClick={() => change({ range: 'day', date: undefined }, { isStep: true })}>
                  {t('charts.empty.today')}
                </Button>
              ) : null}
            </EmptyState>
          ) : null
        }
      />
    </>
  )
}
