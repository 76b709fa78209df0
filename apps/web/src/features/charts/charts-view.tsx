import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { isRegisterMetric } from '@ohmstead/domain/telemetry/metrics'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import {
  calculateDayRange,
  calculateInstantRange,
  type PeriodChoice,
} from '../../shared/charts/chart-period.ts'
import { type ChartPlace, energyQuery, seriesQuery } from '../../shared/charts/chart-place.ts'
import styles from './charts.module.css'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import { EnergyCharts } from './energy-charts.tsx'
import { GroupZone } from './group-zone.tsx'
import { LatestCharts } from './latest-charts.tsx'
import { MetricCharts } from './metric-charts.tsx'
import { MetricPicker } from './metric-picker.tsx'
import { RangeBar } from './range-bar.tsx'
import { useChartState } from './use-chart-state.ts'
import { calculatePeriod, usePeriod } from './use-period.ts'

const CostCharts = lazyPart(async () => (await import('./cost-charts.tsx')).CostCharts)
const MetricDialog = lazyPart(async () => (await import('./metric-dialog.tsx')).MetricDialog)

interface Props {
  /** Null if only metrics can be shown: ungrouped devices have no balance. */
  place: ChartPlace | null
  locationId?: number
  name: string
  /** Null for a group of locations: then the answer contains the zone. */
  timeZone: string | null
  /** Whose metrics can be chosen. */
  devices: readonly LocationDeviceView[]
  head?: ReactNode
}

/** A charts page: name, range, and the picture selected in the address. */
export function ChartsView({
  place,
  locationId: ownLocationId,
  name,
  timeZone: knownZone,
  devices,
  head,
}: Props) {
  const [groupZone, setGroupZone] = useState<string | null>(null)
  const [isPicking, setPicking] = useState(false)
  const timeZone = knownZone ?? groupZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const [state, change] = useChartState()
  const period = usePeriod(state, timeZone)
  const queryClient = useQueryClient()
  const locationId = ownLocationId ?? (place && place.kind !== 'group' ? place.locationId : null)
  const hasLatest = locationId !== null
  const isLatest = state.range === 'latest' && hasLatest
  const metrics = chooseMetrics(state.metrics, devices, place, isLatest)

  const prefetch = (choice: PeriodChoice) => {
    const next = calculatePeriod({ ...state, ...choice }, period.today, timeZone)
    const range = calculateInstantRange(calculateDayRange(choice, period.today), timeZone)
    const request = { ...range, intervalSeconds: next.intervalSeconds }
    if (metrics.length > 0 && locationId !== null)
      void queryClient.prefetchQuery(seriesQuery(locationId, metrics, request))
    else if (place) void queryClient.prefetchQuery(energyQuery(place, request))
  }
  const picker = devices.length > 0 && (
    <MetricPicker chosenCount={state.metrics.length} onOpen={() => setPicking(true)} />
  )
  const common = { name, state, change, period, timeZone, picker }
  return (
    <div className={styles.page}>
      <h1>{name}</h1>
      {head}
      <RangeBar
        state={state}
        change={change}
        period={period}
        timeZone={timeZone}
        hasLatest={hasLatest}
        onPointAt={prefetch}
      />
      {place?.kind === 'group' && <GroupZone place={place} period={period} onZone={setGroupZone} />}
      {metrics.length > 0 && locationId !== null ? (
        <MetricCharts {...common} locationId={locationId} metrics={metrics} devices={devices} />
      ) : isLatest && place?.kind === 'location' ? (
        <LatestCharts {...common} locationId={place.locationId} devices={devices} />
      ) : place?.kind === 'location' && state.view === 'cost' && !isLatest ? (
        <Suspense fallback={<ChartsSkeleton />}>
          <CostCharts {...common} locationId={place.locationId} />
        </Suspense>
      ) : place ? (
        <EnergyCharts {...common} place={place} />
      ) : (
        picker
      )}
      {/* Outlives the picture behind it, which changes with the first metric that is ticked. */}
      {isPicking && (
        <Suspense>
          <MetricDialog
            devices={devices}
            metrics={state.metrics}
            hasBalance={place !== null}
            onClose={() => setPicking(false)}
            onChange={(chosen) => change({ metrics: chosen, hide: [] })}
          />
        </Suspense>
      )}
    </div>
  )
}

/**
 * The metrics to draw. Without a balance to fall back on (ungrouped devices, or the last hour of anything
 * but a location, for which no energies exist yet), the powers of the devices are shown.
 */
function chooseMetrics(
  chosen: readonly string[],
  devices: readonly LocationDeviceView[],
  place: ChartPlace | null,
  isLatest: boolean,
): string[] {
  const known = chosen.filter((key) => devices.some((device) => key.startsWith(`${device.key}/`)))
  if (known.length > 0) return known
  const needsMetrics = place === null || (isLatest && place.kind !== 'location')
  return needsMetrics
    ? devices
        .flatMap(({ key, metrics }) => {
          const shown = metrics.includes('power') ? 'power' : metrics.find(isRegisterMetric)
          return shown === undefined ? [] : [`${key}/${shown}`]
        })
        .slice(0, 8)
    : []
}
