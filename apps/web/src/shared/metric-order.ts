import { metrics } from '@ohmstead/domain/telemetry/metrics'

const known = Object.keys(metrics)

const rank = (metric: string) => {
  if (metric === 'power') return 0
  const place = known.indexOf(metric)
  return place < 0 ? 3 : /_l\d$/.test(metric) ? 2 : 1
}

/** Power first, as people look for it; then what concerns the whole device, its phases, and what nobody knows by name. */
export function compareMetrics(a: string, b: string): number {
  return rank(a) - rank(b) || known.indexOf(a) - known.indexOf(b) || (a < b ? -1 : 1)
}
