import { Readable } from 'node:stream'
import { adminSearchEndpoints } from '@ohmstead/contract/admin-search'
import { mediaTypes } from '@ohmstead/contract/media-types'
import type { Actor } from '@ohmstead/domain/access/permission'
import { mostCounted, type SearchKind, type SearchSort } from '@ohmstead/domain/admin-search/search-filters'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { fileRoute, type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { findReaderLocale } from '../auth/reader-locale.ts'
import { peopleScopeOf } from '../people/people-queries.ts'
import { findMatches, type SearchQuestion } from './find-matches.ts'
import { type FoundRows, readFound } from './read-found.ts'
import { parseCursor, writeCursor } from './search-cursor.ts'
import type { SearchTerms } from './search-terms.ts'
import { writeFound } from './write-found.ts'

const pageSize = 50

interface Asked<Kind extends SearchKind> {
  db: Db
  deps: Deps
  actor: Actor
  request: FastifyRequest
  query: SearchTerms<Kind> & { sort: SearchSort; after?: string | undefined; before?: string | undefined }
}

export const adminSearchRoutes: Route[] = [
  route(adminSearchEndpoints.users, async (context) => {
    const { rows, ...list } = await readPage('users', context)
    return { users: rows, ...list }
  }),
  route(adminSearchEndpoints.locations, async (context) => {
    const { rows, ...list } = await readPage('locations', context)
    return { locations: rows, ...list }
  }),
  route(adminSearchEndpoints.controllers, async (context) => {
    const { rows, ...list } = await readPage('controllers', context)
    return { controllers: rows, ...list }
  }),
  route(adminSearchEndpoints.devices, async (context) => {
    const { rows, ...list } = await readPage('devices', context)
    return { devices: rows, ...list }
  }),
  fileRoute(adminSearchEndpoints.usersFile, (context) => answerFile('users', context)),
  fileRoute(adminSearchEndpoints.locationsFile, (context) => answerFile('locations', context)),
  fileRoute(adminSearchEndpoints.controllersFile, (context) => answerFile('controllers', context)),
  fileRoute(adminSearchEndpoints.devicesFile, (context) => answerFile('devices', context)),
]

async function questionOf<Kind extends SearchKind>(
  kind: Kind,
  { db, actor, request, query }: Asked<Kind>,
): Promise<SearchQuestion<Kind>> {
  const { sort, after: _after, before: _before, ...terms } = query
  const locale = await findReaderLocale(db, actor, request)
  return { kind, scope: peopleScopeOf(actor), terms: terms as SearchTerms<Kind>, sort, locale }
}

async function readPage<Kind extends SearchKind>(kind: Kind, asked: Asked<Kind>) {
  const { db, query } = asked
  const { sort, after, before } = query
  const cursor = after ?? before
  const place = cursor === undefined ? null : (parseCursor(sort, cursor) ?? null)
  if (cursor !== undefined && (place === null || (after !== undefined && before !== undefined)))
    throw new AppError('invalid_request', { fields: { [after === undefined ? 'before' : 'after']: 'regex' } })
  const isBackward = before !== undefined
  const question = await questionOf(kind, asked)
  const { total, rows: places } = await findMatches(db, question, { place, isBackward, limit: pageSize + 1 })
  // One more than the page shows whether there is another.
  const isMore = places.length > pageSize
  const shown = isMore ? (isBackward ? places.slice(1) : places.slice(0, pageSize)) : places
  const rows: FoundRows[Kind][] = await readFound(
    db,
    kind,
    question.scope,
    shown.map(({ id }) => id),
  )
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    rows,
    total: total ?? mostCounted,
    total_is_exact: total !== null,
    next: last && (isBackward || isMore) ? writeCursor(sort, last) : null,
    previous: first && (isBackward ? isMore : place !== null) ? writeCursor(sort, first) : null,
    page_size: pageSize,
  }
}

/** Who took people's names out of the platform stands in the audit log; what they looked for would name people itself. */
async function answerFile<Kind extends SearchKind>(kind: Kind, asked: Asked<Kind>): Promise<FileAnswer> {
  const { db } = asked
  const question = await questionOf(kind, asked)
  const filters = Object.entries(question.terms).flatMap(([name, text]) => (text ? [name] : []))
  await db.transaction((tx) =>
    recordAudit(tx, auditContextOf(asked), { action: 'search_exported', after: { kind, filters } }),
  )
  const content = Readable.from(writeFound(db.at('job'), question))
  return { type: mediaTypes.csv, content, saveAs: `${kind}.csv` }
}
