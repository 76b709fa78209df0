/** Stands for a calendar month; every other interval is a number of seconds. */
export const monthInterval = 2_592_000

/** The intervals of a chart, in seconds. */
export const intervals = [60, 300, 900, 1800, 3600, 14_400, 43_200, 86_400, monthInterval] as const

export type Interval = (typeof intervals)[number]

/** No chart draws more buckets than this and no request returns more (a year at 15 minutes has 35,136). */
export const maxBuckets = 40_000

const hour = 3600
const day = 24 * hour

/**
 * The interval that 'automatic' (0) means for a range of this many seconds: some hundred points, in familiar steps.
 * Up to 2 hours 1 minute, 2 days 5 minutes, 8 days 15 minutes, 32 days 1 hour, 400 days 1 day, then a month.
 */
export function chooseInterval(rangeSeconds: number): Interval {
  if (rangeSeconds <= 2 * hour) return 60
  if (rangeSeconds <= 2 * day) return 300
  if (rangeSeconds <= 8 * day) return 900
  if (rangeSeconds <= 32 * day) return 3600
  if (rangeSeconds <= 400 * day) return 86_400
  return monthInterval
}
