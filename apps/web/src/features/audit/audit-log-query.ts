import type { AuditAction } from '@ohmstead/domain/audit/audit-actions'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { boundDays } from './bound-days.ts'

export interface AuditFilter {
  search: string
  action: AuditAction | undefined
  from: string
  to: string
}

/** Newest first; `locationId` limits to one location. */
export function auditLogQuery(locationId: number | null, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit-log', locationId, filter],
    queryFn: ({ signal, pageParam }) => readPage(locationId, filter, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** A search of many goes back a piece of the log at a time: until it finds something, or the end. */
async function readPage(
  locationId: number | null,
  filter: AuditFilter,
  before: number | undefined,
  signal: AbortSignal,
) {
  let page = await readPiece(locationId, filter, before, signal)
  while (page.entries.length === 0 && page.next_before !== null)
    page = await readPiece(locationId, filter, page.next_before, signal)
  return page
}

function readPiece(
  locationId: number | null,
  { search, action, from, to }: AuditFilter,
  before: number | undefined,
  signal: AbortSignal,
) {
  const query = { action, ...boundDays({ from, to }, Temporal.Now.zonedDateTimeISO()), before }
  return locationId === null
    ? call('GET /audit-log', { query: { ...query, search }, signal })
    : call('GET /locations/:locationId/audit-log', { params: { locationId }, query, signal })
}
