import type { ControllerSample, InventoryDevice } from '@ohmstead/contract/controller-messages'
import type { KnownState } from './adapter.ts'
import { createDeviceBook } from './device-book.ts'
import type { MappedSource } from './mapped-source.ts'
import { convertSource } from './mapped-values.ts'

// As long as a session keeps what its device last said.
const freshMs = 3_600_000

/**
 * What a mapping makes at once of what its sources have said before: their devices, as far as they are new or other than
 * before, and the readings of those that had no such meaning yet, each at its own time.
 */
export function readSeenSources(
  known: Pick<KnownState, 'devices' | 'mapping' | 'sources' | 'roles'>,
  before: readonly MappedSource[],
  now: number,
): { devices: InventoryDevice[]; samples: ControllerSample[] } {
  const book = createDeviceBook(known)
  const seen = new Map(known.sources.map((source) => [source.source, source]))
  const had = new Set(before.map(keyOf))
  const byTime = new Map<number, ControllerSample['values']>()
  for (const mapped of known.mapping) {
    const { device, deviceName, category, metric } = mapped
    const source = seen.get(mapped.source)
    if (!source) continue
    book.declare(device, { category, name: deviceName })
    const value = source.isUnreadable || source.value === '' ? null : convertSource(mapped, source.value)
    if (value === null) continue
    book.noteMetric(device, metric)
    const { readAt } = source
    if (readAt === undefined || readAt < now - freshMs || had.has(keyOf(mapped))) continue
    byTime.set(readAt, { ...byTime.get(readAt), [`${device}/${metric}`]: value })
  }
  const samples = [...byTime].map(([ts, values]) => ({ ts, values }))
  return { devices: book.takeChanged() ?? [], samples: samples.toSorted((one, other) => one.ts - other.ts) }
}

const keyOf = ({ source, device, metric }: MappedSource) => `${source} ${device}/${metric}`
