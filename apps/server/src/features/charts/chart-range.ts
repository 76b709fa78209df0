import { bucketEdges, countBuckets } from '@ohmstead/domain/time/buckets'
import { chooseInterval, type Interval, maxBuckets } from '@ohmstead/domain/time/intervals'
import { AppError } from '../../platform/app-error.ts'

export interface ChartRange {
  from: number
  to: number
  interval: Interval
  timeZone: string
  /** One more than the number of buckets. */
  edges: number[]
}

/** Ten columns of the longest range: a workbook keeps all of them in memory while it is written. */
const maxCells = 10 * maxBuckets

/** The buckets of a request; refuses more of them than any chart draws, or a workbook of so many columns can hold. */
export function getChartRange(
  query: { from: number; to: number; interval: number },
  timeZone: string,
  columns = 1,
): ChartRange {
  const { from, to } = query
  const interval = query.interval === 0 ? chooseInterval((to - from) / 1000) : (query.interval as Interval)
  const count = countBuckets(from, to, interval)
  if (count > maxBuckets || count * columns > maxCells) {
    throw new AppError('invalid_request', { fields: { interval: 'too_many_intervals' } })
  }
  return { from, to, interval, timeZone, edges: bucketEdges(from, to, interval, timeZone) }
}

/** The common head of every answer over a range. */
export function toRangeView({ from, to, interval, timeZone, edges }: ChartRange) {
  return { from, to, interval, time_zone: timeZone, ts: edges.slice(0, -1) }
}

export function indicesWhere(count: number, is: (index: number) => boolean): number[] {
  const indices: number[] = []
  for (let index = 0; index < count; index++) if (is(index)) indices.push(index)
  return indices
}
