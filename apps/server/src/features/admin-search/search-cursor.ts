import type { SearchSort } from '@ohmstead/domain/admin-search/search-filters'

/** A place in a list: the last row before it. The name is there where the list is in the order of names. */
export interface SearchPlace {
  key: string
  id: number
}

export function writeCursor(sort: SearchSort, { key, id }: SearchPlace): string {
  return Buffer.from(JSON.stringify(sort === 'name' ? [id, key] : [id])).toString('base64url')
}

/** The place that a cursor names; nothing if it is none of this order. */
export function parseCursor(sort: SearchSort, cursor: string): SearchPlace | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(parts) || parts.length !== (sort === 'name' ? 2 : 1)) return undefined
  const [id, key = ''] = parts as unknown[]
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > 2_147_483_647) return undefined
  // The database has no text with this character.
  return typeof key === 'string' && !key.includes('\0') ? { id, key } : undefined
}
