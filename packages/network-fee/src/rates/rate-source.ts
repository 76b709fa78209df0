import type { SourceKind } from '@ohmstead/domain/rates/source-kinds'
import namedActs from './acts.json' with { type: 'json' }
import type { RateNote } from './rate-note.ts'
import namedSources from './sources.json' with { type: 'json' }

/** The act that sets a rate, in its own language. */
export interface RateAct {
  title: string
  /** Where it is published: "Uradni list RS, št. 97/24". */
  gazette: string
  url: string | null
}

/** What a rate was taken from. */
export interface RateSource {
  /** Null for a source named only in an administrator's own file. */
  kind: SourceKind | null
  /** In its own language. */
  title: string
  /** Files and version, or the page. */
  place: string | null
  url: string | null
  /** 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
  published: string | null
  notes: RateNote[]
}

export function findAct(key: string): RateAct {
  const named: Record<string, RateAct> = namedActs
  return named[key] ?? { title: key, gazette: '', url: null }
}

export function findSource(key: string): RateSource {
  const named = namedSources as Record<string, RateSource & { remark: string | null }>
  const found = named[key]
  if (!found) return { kind: null, title: key, place: null, url: null, published: null, notes: [] }
  // Remarks for maintainers of the files.
  const { remark: _, ...source } = found
  return source
}
