import { useLingui } from '@lingui/react'
import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { isRegisterKind } from '@ohmstead/domain/telemetry/metrics'
import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { hasAny } from '../../shared/charts/build-energy-model.ts'
import type { ChartTable } from '../../shared/charts/chart-csv.ts'
import { seriesQuery } from '../../shared/charts/chart-place.ts'
import type { ChartState } from '../../shared/charts/chart-search.ts'
import { alignComparison } from '../../shared/charts/compare-period.ts'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { meanKnown, type SeriesRow, valueAt } from '../../shared/charts/series-rows.ts'
import { sumKnown } from '../../shared/charts/stacked-series.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { formatMetricKey } from '../../shared/metric-name.ts'
import { EmptyState, FailedState, FailedStrip } from '../../shared/states/page-states.tsx'
import { buildMetricModel, type MetricSeries } from './build-metric-model.ts'
import { ChartedAnswer } from './charted-answer.tsx'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import type { ChangeChart } from './use-chart-state.ts'
import { otherPeriodOf, type Period } from './use-period.ts'

interface Props {
  locationId: number
  metrics: readonly string[]
  devices: readonly LocationDeviceView[]
  name: string
  state: ChartState
  change: ChangeChart
  period: Period
  timeZone: string
  picker?: ReactNode
}

/** Any metrics of devices over time, strips by unit. */
export function MetricCharts({
  locationId,
  metrics,
  devices,
  name,
  state,
  change,
  period,
  timeZone,
  picker,
}: Props) {
  const t = useT()
  const { i18n } = useLingui()
  const query = useQuery(seriesQuery(locationId, metrics, period))
  const otherPeriod = otherPeriodOf(state, period, timeZone)
  const other = useQuery({
    ...seriesQuery(locationId, metrics, otherPeriod.period),
    enabled: otherPeriod.isAsked,
  })
  const hidden = useMemo(() => new Set(state.hide), [state.hide])
  const answer = query.data
  const otherAnswer = otherPeriod.isAsked && other.data && !other.isPlaceholderData ? other.data : null
  const minute = Math.floor(period.nowMs / 60_000) * 60_000
  const built = useMemo(() => {
    if (!answer) return null
    const comparison = otherAnswer && {
      answer: otherAnswer,
      aligned: alignComparison(answer.ts, otherAnswer.ts, answer.interval, answer.time_zone),
    }
    return buildMetricModel(answer, hidden, minute, comparison)
  }, [answer, otherAnswer, hidden, minute])
  const label = useCallback((key: string) => formatMetricKey(key, devices, t), [devices, t])
  const rowsAt = useCallback(
    (cursor: number | null): SeriesRow[] =>
      built?.series.map((series) => toRow(series, cursor, label(series.key))) ?? [],
    [built, label],
  )

  if (!answer || !built) {
    if (query.isError)
      return (
        <FailedState
          error={query.error}
          title={t('charts.failed.title')}
          onRetry={() => void query.refetch()}
        />
      )
    return <ChartsSkeleton />
  }
  const table: ChartTable = {
    ts: answer.ts,
    timeZone: answer.time_zone,
    columns: built.series.map(({ key, view, values, names }) => ({
      key,
      label: label(key),
      unit: names ? '' : view.unit,
      values: names ? (view.states ?? []).map((state) => (state === null ? null : String(state))) : values,
    })),
    estimated: built.series.flatMap(({ view }) => view.estimated),
    incomplete: built.series.flatMap(({ view }) => view.incomplete),
  }
  const comparedText =
    otherPeriod.days && otherAnswer
      ? t('charts.compare.line', {
          period: formatDays(otherPeriod.days.firstDay, otherPeriod.days.lastDay, i18n.locale),
        })
      : null
  const isEmpty = !built.series.some(({ values }) => hasAny(values)) && !query.isPlaceholderData
  return (
    <>
      {query.isError && <FailedStrip error={query.error} onRetry={() => void query.refetch()} />}
      <ChartedAnswer
        name={name}
        fileParts={[name, ...metrics.slice(0, 2)]}
        state={state}
        change={change}
        period={period}
        picker={picker}
        views={[]}
        workbook={{ kind: 'metrics', locationId, metrics }}
        model={built.model}
        rowsAt={rowsAt}
        table={table}
        idleHeading={t('charts.legend.mean')}
        compared={comparedText}
        hidden={hidden}
        isOutdated={query.isPlaceholderData}
        empty={
          isEmpty ? (
            <EmptyState
              icon={<IconChartLine size={22} stroke={1.6} />}
              title={t('charts.empty.title')}
              text={t('charts.empty.text')}
            />
          ) : null
        }
      />
    </>
  )
}

function toRow(
  { key, view, colour, values, names, compared }: MetricSeries,
  cursor: number | null,
  label: string,
): SeriesRow {
  const summarise = (some: Float64Array | null) =>
    some === null || view.kind === 'state'
      ? null
      : isRegisterKind(view.kind)
        ? sumKnown(some)
        : meanKnown(some)
  const value = cursor === null ? summarise(values) : valueAt(values, cursor)
  const row: SeriesRow = {
    key,
    label,
    colour,
    unit: view.unit,
    group: 'others',
    value,
    compared: cursor === null ? summarise(compared) : valueAt(compared ?? undefined, cursor),
    hasComparison: compared !== null,
  }
  return names && value !== null ? { ...row, text: names[value] } : row
}
