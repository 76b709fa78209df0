import type { PowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import type { EnergySeries } from '../../shared/charts/stacked-series.ts'

/** One moment of a location's power flow. */
export interface FlowMoment {
  ts: number
  flow: PowerFlow
}

/** Flows over time as the stacked series of a balance, in W. Unknown moments are gaps. */
export function buildFlowSeries(moments: readonly FlowMoment[]): EnergySeries[] {
  const has = moments[0]?.flow.has
  if (!has) return []
  const series: EnergySeries[] = []
  const add = (
    key: EnergySeries['key'],
    side: 1 | -1,
    exists: boolean,
    read: (flow: PowerFlow) => number | null,
  ) => {
    if (!exists) return
    const values = new Float64Array(moments.length)
    for (const [i, { flow }] of moments.entries()) {
      const watts = read(flow)
      values[i] = watts === null ? Number.NaN : Math.max(0, watts)
    }
    series.push({ key, side, values })
  }
  add('production', 1, has.production, (flow) => flow.productionW)
  add('battery_discharge', 1, has.battery, (flow) => flow.batteryW)
  add('grid_import', 1, has.grid, (flow) => flow.gridW)
  add('home', -1, has.grid, restOfHome)
  add('hvac', -1, has.heat, (flow) => flow.heatW)
  add('ev', -1, has.ev, (flow) => flow.evW)
  add('battery_charge', -1, has.battery, (flow) => negated(flow.batteryW))
  add('grid_export', -1, has.grid && has.production, (flow) => negated(flow.gridW))
  return series
}

const negated = (watts: number | null) => (watts === null ? null : -watts)

function restOfHome({ homeW, evW, heatW }: PowerFlow): number | null {
  return homeW === null ? null : homeW - (evW ?? 0) - (heatW ?? 0)
}

/** Adds a moment and drops those older than the span; the same moment again replaces itself. */
export function appendMoment(moments: readonly FlowMoment[], next: FlowMoment, spanMs: number): FlowMoment[] {
  const last = moments.at(-1)
  if (last && next.ts < last.ts) return moments as FlowMoment[]
  const before = last && next.ts === last.ts ? moments.slice(0, -1) : moments
  return [...before.filter(({ ts }) => ts >= next.ts - spanMs), next]
}
