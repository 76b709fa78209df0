import type { SearchFilter, SearchKind, SearchSort } from '@ohmstead/domain/admin-search/search-filters'
import { searchFilters, searchKinds } from '@ohmstead/domain/admin-search/search-filters'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { paths } from '../../shared/paths.ts'

/** A search as its address says it: which filters are shown, what is typed into them, and the place in the list. */
export interface SearchAddress {
  kind: SearchKind
  /** In the order of all filters, at least one. */
  shown: SearchFilter[]
  /** Without empty ones, and of shown filters only. */
  terms: Partial<Record<SearchFilter, string>>
  sort: SearchSort
  after?: string
  before?: string
}

/** Addresses within a network are rarely looked for. */
const hiddenAtFirst: readonly SearchFilter[] = [
  'wirelessIp',
  'mobileIp',
  'openVpnIp',
  'osVersion',
  'hwVersion',
]

const firstShown = (kind: SearchKind): SearchFilter[] =>
  searchFilters[kind].filter((name) => !hiddenAtFirst.includes(name))

export function readKind(pathname: string): SearchKind | null {
  const word = pathname.slice(paths.adminSearch.length + 1).replace(/\/$/, '')
  return searchKinds.find((kind) => searchWords[kind] === word) ?? null
}

/** The last words of the addresses. */
const searchWords: Record<SearchKind, string> = {
  users: 'users',
  locations: 'locations',
  controllers: 'oem-devices',
  devices: 'devices',
}
export const searchPath = (kind: SearchKind) => `${paths.adminSearch}/${searchWords[kind]}`

/** Whoever types an address may type anything: what is none of ours is left out. */
export function readSearchAddress(
  kind: SearchKind,
  search: Readonly<Record<string, unknown>>,
): SearchAddress {
  const all: readonly SearchFilter[] = searchFilters[kind]
  // Digits in an address are read as a number.
  const textOf = (name: string) => {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 100) : ''
  }
  const wanted = typeof search.filters === 'string' ? search.filters.split(',') : null
  const chosen = wanted ? all.filter((name) => wanted.includes(name)) : []
  const typed = all.filter((name) => textOf(name))
  const base = chosen.length > 0 ? chosen : firstShown(kind)
  // A term whose filter would be hidden narrows nothing that anybody could see.
  const shown = wanted ? base : all.filter((name) => base.includes(name) || typed.includes(name))
  const terms = Object.fromEntries(shown.flatMap((name) => (textOf(name) ? [[name, textOf(name)]] : [])))
  const cursor =
    typeof search.after === 'string' ? 'after' : typeof search.before === 'string' ? 'before' : null
  return {
    kind,
    shown,
    terms,
    sort: search.sort === 'newest' ? 'newest' : 'name',
    ...(cursor && { [cursor]: search[cursor] as string }),
  }
}

/** What stands in the address: nothing that goes without saying. */
export function writeSearchAddress({ kind, shown, terms, sort, after, before }: SearchAddress) {
  const isUsual = shown.join() === firstShown(kind).join()
  return {
    ...(!isUsual && { filters: shown.join(',') }),
    ...Object.fromEntries(shown.flatMap((name) => (terms[name] ? [[name, terms[name]]] : []))),
    ...(sort === 'newest' && { sort }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  }
}

type Change = Partial<Pick<SearchAddress, 'shown' | 'terms' | 'sort' | 'after' | 'before'>>

/** The search in the address; what changes it is a step that the browser's Back takes back. */
export function useSearchAddress(): { address: SearchAddress; change: (change: Change) => void } {
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const search: Record<string, unknown> = useSearch({ strict: false })
  const kind = readKind(pathname) ?? 'users'
  const address = useMemo(() => readSearchAddress(kind, search), [kind, search])
  const change = useCallback(
    (part: Change) => {
      // Two fields may rest at the same moment: the second adds to what the first has just written.
      const now = readSearchAddress(kind, router.latestLocation.search as Record<string, unknown>)
      const { after: _after, before: _before, ...rest } = now
      const terms = part.terms ? { ...rest.terms, ...part.terms } : rest.terms
      // Another question begins at its first page.
      const next = writeSearchAddress({ ...rest, ...part, terms })
      void router.navigate({ to: searchPath(kind), search: next as never })
    },
    [kind, router],
  )
  return { address, change }
}
