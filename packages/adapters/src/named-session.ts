import type { ControllerSample } from '@ohmstead/contract/controller-messages'
import type {
  AdapterSession,
  CommandTranslation,
  ForeignMessage,
  KnownState,
  Translation,
} from './adapter.ts'
import { createDeviceBook } from './device-book.ts'
import { flattenJson } from './flatten-json.ts'
import { createMappedValues } from './mapped-values.ts'
import { findMessageTime } from './message-time.ts'
import { readName } from './read-value.ts'
import { createSourceBook, type SourceHints } from './source-book.ts'

/** One value of a message: the name of its source without the kind, and its text. */
export interface NamedValue {
  name: string
  text: string | null
  hints?: SourceHints
}

/**
 * What adapters for names of the owner's own have in common: every value is noted as a source, and those that a person
 * has mapped become readings.
 */
export function createNamedSession(known: KnownState, kind: string) {
  const book = createDeviceBook(known)
  const sources = createSourceBook(known, kind)
  const mapped = createMappedValues(known, kind, book)
  return {
    book,
    mapped,
    /** The translation of a message that holds these values, beside readings that the adapter knows by itself. */
    translate(
      { arrivedAt, isRetained, isDelayed = false }: ForeignMessage,
      found: readonly NamedValue[],
      own: ControllerSample['values'] = {},
      time: number | null = null,
    ): Translation {
      const values: ControllerSample['values'] = { ...own }
      const readAt = isRetained || (isDelayed && time === null) ? null : (time ?? arrivedAt)
      for (const { name, text, hints } of found) {
        const source = `${kind}/${name}`
        sources.note(source, { text, at: arrivedAt, readAt }, hints)
        mapped.add(values, source, text)
      }
      const devices = book.takeChanged()
      const seen = sources.takeChanged(arrivedAt)
      const hasValues = Object.keys(values).length > 0 && !isRetained
      return {
        ...(hasValues && { samples: [{ ts: time ?? arrivedAt, values }] }),
        ...(hasValues && time !== null && { isTimed: true }),
        ...(devices && { devices }),
        ...(seen && { sources: seen }),
      }
    },
    /** What a message tells of a source apart from its value. */
    describe({ arrivedAt }: ForeignMessage, name: string, hints: SourceHints): Translation {
      sources.describe(`${kind}/${name}`, arrivedAt, hints)
      const seen = sources.takeChanged(arrivedAt)
      return seen ? { sources: seen } : {}
    },
    /** Names that came in a quick burst are told soon after it, though no message follows. */
    tick(now: number): Pick<Translation, 'sources'> {
      const seen = sources.takeChanged(now)
      return seen ? { sources: seen } : {}
    },
    /** A command for a device whose meaning a person gave: nothing tells how it would be switched. */
    reject({ id, args }: Parameters<NonNullable<AdapterSession['command']>>[0]): CommandTranslation | null {
      if (!mapped.hasDevice(args.device)) return null
      return { outgoing: [], replies: [{ id, state: 'rejected', code: 'not_supported', text: null }] }
    },
  }
}

export type NamedSession = ReturnType<typeof createNamedSession>

const most = 100_000

/** The values in a payload: a number, a word, or everything in its JSON. `time` is the message's own. */
export function readPayload(path: string, text: string): { found: NamedValue[]; time: number | null } {
  const name = readName(path, 150)
  if (name === null || text.length > most) return { found: [], time: null }
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed)) {
    // A quoted text of JSON, as Home Assistant sends attributes.
    const plain = /^".*"$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
    const value = readName(plain, 64)
    return { found: value === null ? [] : [{ name, text: value }], time: null }
  }
  const parsed = parseJson(trimmed)
  const found = flattenJson(parsed)
    .filter(({ text: leaf }) => leaf !== '')
    .map(({ path: inside, text: leaf, unit }) => ({
      name: inside === '' ? name : `${name}:${inside}`,
      text: leaf,
      ...(unit !== null && { hints: { unit } }),
    }))
  return { found, time: findMessageTime(parsed) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
