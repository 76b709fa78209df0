import { maxBuckets, monthInterval } from '@ohmstead/domain/time/intervals'

/** Seconds per bucket a person can choose; 0 leaves the choice to the range. */
export const chartIntervals = [0, 300, 900, 1800, 3600, 14_400, 43_200, 86_400] as const

export type ChartInterval = (typeof chartIntervals)[number]

/** The intervals that split a range into at least two and not absurdly many buckets; automatic is always available. */
export function findUsableIntervals(rangeMs: number): ChartInterval[] {
  return chartIntervals.filter((seconds) => {
    if (seconds === 0) return true
    const buckets = rangeMs / 1000 / seconds
    return buckets >= 1 && buckets <= maxBuckets
  })
}

/**
 * The interval that automatic means. Energy is drawn as bars, of which a screen fits a few dozen;
 * power is drawn as a curve, which may be as fine as a screen's pixels.
 */
export function chooseInterval(rangeMs: number, view: 'energy' | 'power'): number {
  const days = rangeMs / 86_400_000
  if (view === 'power') {
    if (days <= 2.1) return 300
    if (days <= 8) return 900
    // Finer than a day, a longer range would be a wall of peaks.
    return days <= 31.1 ? 3600 : 86_400
  }
  if (days <= 1.1) return 900
  if (days <= 2.1) return 1800
  if (days <= 7.1) return 3600
  if (days <= 92) return 86_400
  return monthInterval
}
