import type { ReadingsMessage, ReadingValue } from '@ohmstead/contract/controller-messages'
import { correctMetric, isReversedAt } from '@ohmstead/domain/fleet/device-correction'
import type { KnownController } from '../controller-cache.ts'

type Corrected = Pick<KnownController, 'corrections' | 'devices'>

/** Puts right what devices say that people found to be connected the wrong way round, each reading by its own time. */
export function correctValues(
  { samples }: Pick<ReadingsMessage, 'samples'>,
  { corrections, devices }: Corrected,
): void {
  if (corrections.size === 0) return
  for (const sample of samples) {
    const corrected: Record<string, ReadingValue> = {}
    for (const key in sample.values) {
      const value = sample.values[key]!
      const slash = key.indexOf('/')
      const name = key.slice(0, slash)
      const correction = corrections.get(name)
      if (!correction) {
        corrected[key] = value
        continue
      }
      const { metric, factor } = correctMetric(key.slice(slash + 1), devices[name]!.category, {
        isReversed: isReversedAt(correction, sample.ts),
        phaseOrder: correction.phaseOrder,
      })
      corrected[`${name}/${metric}`] = typeof value === 'number' && factor === -1 ? 0 - value : value
    }
    sample.values = corrected
  }
}
