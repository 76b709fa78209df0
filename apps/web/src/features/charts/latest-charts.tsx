import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { calculatePowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { ChartModel } from '../../shared/charts/chart-model.ts'
import { ChartPanel } from '../../shared/charts/chart-panel.tsx'
import { seriesQuery } from '../../shared/charts/chart-place.ts'
import type { ChartState } from '../../shared/charts/chart-search.ts'
import { buildRows } from '../../shared/charts/series-rows.ts'
import { buildStack, findGapRuns } from '../../shared/charts/stack-layers.ts'
import { bucketEnds } from '../../shared/charts/stacked-series.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { useFlowReadings } from '../../shared/power-flow/use-flow-readings.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { FailedState, FailedStrip } from '../../shared/states/page-states.tsx'
import styles from './charts.module.css'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import { buildFlowSeries, type FlowMoment } from './flow-history.ts'
import { LatestNumbers } from './latest-numbers.tsx'
import type { ChangeChart } from './use-chart-state.ts'
import { realtimeSpanMs, useFlowMoments } from './use-flow-moments.ts'
import type { Period } from './use-period.ts'

interface Props {
  locationId: number
  devices: readonly LocationDeviceView[]
  name: string
  state: ChartState
  change: ChangeChart
  period: Period
  timeZone: string
  picker: ReactNode
}

/** The last hour minute by minute, or the last minutes reading by reading. */
export function LatestCharts({ locationId, devices, name, state, change, period, timeZone, picker }: Props) {
  const t = useT()
  const view = state.realtime ? 'realtime' : 'latest'
  const readings = useFlowReadings(locationId, devices, view)
  const powers = useMemo(
    () =>
      devices
        .filter(({ category, metrics }) => category !== 'OTHER' && metrics.includes('power'))
        .map(({ key }) => `${key}/power`),
    [devices],
  )
  const history = useQuery({
    ...seriesQuery(locationId, powers, period),
    enabled: powers.length > 0 && !state.realtime,
  })
  const live = useFlowMoments(state.realtime ? readings : null)
  const hidden = useMemo(() => new Set(state.hide), [state.hide])
  const answer = history.data
  const minutes = useMemo((): FlowMoment[] => {
    if (!answer) return []
    const byKey = new Map(answer.series.map((series) => [series.metric, series.values]))
    return answer.ts.map((ts, i) => ({
      ts,
      flow: calculatePowerFlow(devices, (key) => byKey.get(key)?.[i] ?? null),
    }))
  }, [answer, devices])
  const moments = state.realtime ? live : minutes
  const { model, series } = useMemo(
    () =>
      buildLatestModel(
        moments,
        hidden,
        timeZone,
        state.realtime ? null : { fromMs: period.fromMs, toMs: period.toMs },
      ),
    [moments, hidden, timeZone, state.realtime, period.fromMs, period.toMs],
  )
  const rowsAt = useCallback(
    (cursor: number | null) =>
      buildRows(
        series,
        [],
        null,
        'power',
        cursor ?? (model.ts.length > 0 ? lastKnown(series) : null),
        (key) => t(`charts.series.${key}` as MessageKey),
      ),
    [series, model, t],
  )
  const isWaiting = !state.realtime && !answer
  return (
    <>
      <div className={styles.toolbar}>
        {picker}
        <SegmentedChoice
          label={t('location_overview.view.label')}
          value={view}
          onChange={(next) => change({ realtime: next === 'realtime' })}
          options={(['latest', 'realtime'] as const).map((one) => ({
            value: one,
            label: t(`location_overview.view.${one}`),
            hint: t(`location_overview.view.${one}_hint`),
          }))}
        />
      </div>
      <LatestNumbers readings={readings} locationId={locationId} devices={devices} />
      {isWaiting && history.isError ? (
        <FailedState
          error={history.error}
          title={t('charts.failed.title')}
          onRetry={() => void history.refetch()}
        />
      ) : isWaiting && powers.length > 0 ? (
        <ChartsSkeleton />
      ) : (
        <>
          {history.isError && <FailedStrip error={history.error} onRetry={() => void history.refetch()} />}
          <ChartPanel
            key={view}
            model={model}
            rowsAt={rowsAt}
            hidden={hidden}
            onToggle={(key) =>
              change({
                hide: hidden.has(key) ? state.hide.filter((one) => one !== key) : [...state.hide, key],
              })
            }
            idleHeading={t('charts.latest.value')}
            title={name}
            table={null}
            isOutdated={false}
          />
        </>
      )}
    </>
  )
}

/** The newest known moment: shown in the legend while nothing is pointed at. */
function lastKnown(series: readonly { values: Float64Array }[]): number {
  let last = 0
  for (const { values } of series) {
    for (let i = values.length - 1; i > last; i--) {
      if (!Number.isNaN(values[i]!)) {
        last = i
        break
      }
    }
  }
  return last
}

function buildLatestModel(
  moments: readonly FlowMoment[],
  hidden: ReadonlySet<string>,
  timeZone: string,
  range: { fromMs: number; toMs: number } | null,
) {
  const series = buildFlowSeries(moments)
  const ts = Float64Array.from(moments, (moment) => moment.ts)
  const lastMs = ts.at(-1) ?? 0
  // The picture grows from a minute to its full span, so that the first readings are not lost at its edge.
  const firstMs = Math.max(lastMs - realtimeSpanMs, Math.min(ts[0] ?? 0, lastMs - 60_000))
  const { fromMs, toMs } = range ?? { fromMs: firstMs, toMs: lastMs + 2000 }
  const model: ChartModel = {
    fromMs,
    toMs,
    timeZone,
    ts,
    ends: bucketEnds(ts, toMs),
    strips: [
      {
        key: 'balance',
        unit: 'W',
        weight: 1,
        layers: buildStack(series, hidden),
        lines: [],
        mode: 'area',
        includesZero: true,
      },
    ],
    gaps: findGapRuns(series, ts.length),
    estimated: [],
    nowMs: range ? Math.min(toMs, Date.now() - 90_000) : toMs,
  }
  return { model, series }
}
