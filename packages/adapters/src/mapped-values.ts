import type { ControllerSample, ReadingValue } from '@ohmstead/contract/controller-messages'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import type { KnownState } from './adapter.ts'
import type { DeviceBook } from './device-book.ts'
import type { MappedSource } from './mapped-source.ts'
import { readMetricText, readNumberText, scale } from './read-value.ts'

/** Turns values of mapped sources into readings, and describes their devices. */
export function createMappedValues({ mapping }: Pick<KnownState, 'mapping'>, kind: string, book: DeviceBook) {
  const bySource = new Map(
    mapping.filter(({ source }) => source.startsWith(`${kind}/`)).map((mapped) => [mapped.source, mapped]),
  )
  const devices = new Set([...bySource.values()].map(({ device }) => device))
  const declared = new Set<string>()
  return {
    isMapped: (source: string) => bySource.has(source),
    hasDevice: (id: unknown) => typeof id === 'string' && devices.has(id),
    /** Adds the reading of a source to those of a sample; an unmapped source adds nothing. */
    add(values: ControllerSample['values'], source: string, text: string | null): void {
      const mapped = bySource.get(source)
      if (!mapped) return
      const { device, deviceName, category, metric } = mapped
      if (!declared.has(device)) {
        declared.add(device)
        book.declare(device, { category, name: deviceName })
      }
      book.noteMetric(device, metric)
      values[`${device}/${metric}`] = text === null ? null : convertSource(mapped, text)
    },
  }
}

const switchTexts: Record<string, boolean> = { on: true, off: false, true: true, false: false }

/** What the text of a source becomes; null if it is no value of this metric. */
export function convertSource(
  { metric, factor }: Pick<MappedSource, 'metric' | 'factor'>,
  text: string,
): ReadingValue {
  if (findMetric(metric)?.kind !== 'state') return scale(readNumberText(text), factor)
  const word = text.toLowerCase()
  if (Object.hasOwn(switchTexts, word)) return switchTexts[word]!
  return readMetricText(metric, text, factor)
}
