import type { EnergyView, SeriesView } from '@ohmstead/contract/charts'
import { calculateHomeRemainder } from '@ohmstead/domain/energy-flow/home-remainder'
import { findMetric, isRegisterKind, parseMetricKey } from '@ohmstead/domain/telemetry/metrics'
import type { ChartFileColumn, ChartFileTask } from './chart-file-task.ts'

export type ChartFileTable = Omit<ChartFileTask, 'kind' | 'title' | 'locale'>

const sources = ['production', 'battery_discharge', 'grid_import'] as const
const uses = ['home', 'hvac', 'ev', 'battery_charge', 'grid_export'] as const
type Flow = (typeof sources)[number] | (typeof uses)[number]

/** The balance as the chart stacks it: sources, uses, state of charge; what the location lacks is omitted. */
export function buildEnergyFile(energy: EnergyView, view: 'energy' | 'power', nowMs: number): ChartFileTable {
  const { ts, to, has, consumption, ev, hvac } = energy
  const hasFlow: Record<Flow, boolean> = {
    production: has.production,
    battery_discharge: has.battery,
    grid_import: has.grid,
    home: consumption.some((value) => value !== null),
    hvac: has.hvac,
    ev: has.ev,
    battery_charge: has.battery,
    grid_export: has.grid && has.production,
  }
  const flowOf = (flow: Flow) =>
    flow === 'home'
      ? consumption.map((value, at) => calculateHomeRemainder(value, ev[at] ?? null, hvac[at] ?? null))
      : energy[flow]
  // The current bucket is divided by its elapsed part.
  const hours = ts.map((start, at) => (Math.min(ts[at + 1] ?? to, nowMs) - start) / 3_600_000)
  const toPower = (value: number | null, at: number) =>
    value === null || hours[at]! < 1 / 60 ? null : value / hours[at]!
  const columns = [...sources, ...uses]
    .filter((flow) => hasFlow[flow])
    .map((flow): ChartFileColumn => {
      const values = flowOf(flow)
      return view === 'energy'
        ? { name: `charts.series.${flow}`, unit: 'Wh', values, isSummed: true }
        : { name: `charts.series.${flow}`, unit: 'W', values: values.map(toPower) }
    })
  if (has.battery) columns.push({ name: 'charts.series.soc', unit: '%', values: energy.soc })
  return { ...pickRange(energy), columns, estimated: energy.estimated, incomplete: energy.incomplete }
}

/** The requested metrics; states keep their names. */
export function buildSeriesFile(
  answer: { ts: number[]; to: number; time_zone: string; series: SeriesView[] },
  names: ReadonlyMap<string, string>,
): ChartFileTable {
  const several = new Set(answer.series.map(({ device }) => device)).size > 1
  const columns = answer.series.map(
    ({ metric: key, device, kind, unit, values, states }): ChartFileColumn => {
      const { metric } = parseMetricKey(key)!
      const own = states?.map((state) => (typeof state === 'boolean' ? String(state) : state))
      return {
        ...(several && { device: names.get(device) ?? device }),
        name: findMetric(metric) ? `metric.${metric}` : metric,
        unit,
        values: own ?? values,
        isSummed: isRegisterKind(kind),
      }
    },
  )
  const unite = (lists: number[][]) => [...new Set(lists.flat())]
  return {
    ...pickRange(answer),
    columns,
    estimated: unite(answer.series.map(({ estimated }) => estimated)),
    incomplete: unite(answer.series.map(({ incomplete }) => incomplete)),
  }
}

const pickRange = ({ ts, to, time_zone: timeZone }: { ts: number[]; to: number; time_zone: string }) => ({
  ts,
  to,
  timeZone,
})
