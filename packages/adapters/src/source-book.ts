import type { KnownState } from './adapter.ts'
import type { NamedSource } from './guess-source.ts'
import { mostSources, type SeenSource } from './mapped-source.ts'
import { type GuessCache, proposeMappings } from './propose-mapping.ts'

/** What a message says of a source beside its value. */
export type SourceHints = Partial<Omit<NamedSource, 'source'>> & { isUnreadable?: boolean }

/** A value that came, and its time as a reading; null if it is none. */
interface Noted {
  text: string | null
  at: number
  readAt: number | null
}

export interface SourceBook {
  /** A value came under this name; null if it says that there is none now. */
  note(source: string, value: Noted, hints?: SourceHints): void
  /** What is told of a name apart from its values; of one that has none yet, it is kept if it has a unit, as words have not. */
  describe(source: string, at: number, hints: SourceHints): void
  /** All names, if one is new or it is time to show newer values; else undefined. */
  takeChanged(now: number): SeenSource[] | undefined
}

interface Seen extends NamedSource {
  value: string
  at: number
  readAt: number | null
  isUnreadable: boolean
}

const valueLength = 64
const nameLength = 200
// Somebody who has just connected a hub looks at its values; later they are of interest rarely, and each costs a write.
const firstMs = 600_000
const periods = { first: 5_000, later: 300_000 }
const forgottenMs = 7 * 86_400_000

/** The names that a hub uses, of one adapter of a controller; bounded, and the same again after a restart. */
export function createSourceBook(known: KnownState, kind: string): SourceBook {
  const isOwn = ({ source }: { source: string }) => source.startsWith(`${kind}/`)
  const mapped = known.mapping.filter(isOwn)
  const mappedDevices = new Set(known.mapping.map(({ device }) => device))
  const otherDevices = known.devices.map(({ id }) => id).filter((id) => !mappedDevices.has(id))
  const isMapped = new Set(mapped.map(({ source }) => source))
  const seen = new Map<string, Seen>(
    known.sources
      .filter(isOwn)
      .map(({ proposal: _, readAt = null, ...source }) => [source.source, { ...source, readAt }]),
  )
  const guesses: GuessCache = new Map()
  let proposals: ReturnType<typeof proposeMappings> | null = null
  let startedAt: number | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let hasNews = false
  let hasNewNames = false

  /** The name that was heard longest ago gives way, if it is forgotten and means nothing. */
  function makeRoom(now: number): boolean {
    if (seen.size < mostSources) return true
    let oldest: Seen | null = null
    for (const one of seen.values())
      if (!isMapped.has(one.source) && (oldest === null || one.at < oldest.at)) oldest = one
    if (oldest === null || now - oldest.at < forgottenMs) return false
    return seen.delete(oldest.source)
  }

  return {
    note(source, { text, at, readAt }, hints = {}) {
      if (source.length > nameLength) return
      const before = seen.get(source)
      if (!before && !makeRoom(at)) return
      const next: Seen = {
        source,
        name: hints.name ?? before?.name ?? null,
        unit: hints.unit ?? before?.unit ?? null,
        deviceClass: hints.deviceClass ?? before?.deviceClass ?? null,
        stateClass: hints.stateClass ?? before?.stateClass ?? null,
        value: (text ?? before?.value ?? '').slice(0, valueLength),
        at,
        readAt: text === null ? null : readAt,
        isUnreadable: hints.isUnreadable ?? before?.isUnreadable ?? false,
      }
      const isDescribedAnew =
        !before ||
        before.name !== next.name ||
        before.unit !== next.unit ||
        (before.deviceClass ?? null) !== next.deviceClass ||
        (before.stateClass ?? null) !== next.stateClass
      if (isDescribedAnew) proposals = null
      hasNewNames ||= isDescribedAnew
      hasNews = true
      seen.set(source, next)
    },
    describe(source, at, hints) {
      const before = seen.get(source)
      if (!before && !hints.unit) return
      const value = { text: before?.value ?? null, at: before?.at ?? at, readAt: before?.readAt ?? null }
      this.note(source, value, hints)
    },
    takeChanged(now) {
      startedAt ??= now
      const period = now - startedAt < firstMs ? periods.first : periods.later
      const isDue = now - toldAt >= (hasNewNames ? periods.first : period)
      if (!hasNews || !isDue) return undefined
      hasNews = false
      hasNewNames = false
      toldAt = now
      const all = [...seen.values()]
      proposals ??= proposeMappings(all, mapped, otherDevices, guesses)
      return all.map(({ source, name, value, at, readAt, isUnreadable, unit, deviceClass, stateClass }) => ({
        ...{ source, name, value, at, isUnreadable, unit },
        ...(readAt !== null && { readAt }),
        ...(deviceClass && { deviceClass }),
        ...(stateClass && { stateClass }),
        proposal: isUnreadable ? null : (proposals?.get(source) ?? null),
      }))
    },
  }
}
