import { mostCounted, type SearchKind, type SearchSort } from '@ohmstead/domain/admin-search/search-filters'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { type PeopleScope, seenIn } from '../people/people-queries.ts'
import type { SearchPlace } from './search-cursor.ts'
import { buildCondition, type SearchTerms } from './search-terms.ts'

/** The companies somebody searches in; null is all. */
export type SearchScope = PeopleScope

export interface SearchQuestion<Kind extends SearchKind = SearchKind> {
  kind: Kind
  scope: SearchScope
  terms: SearchTerms<Kind>
  sort: SearchSort
  locale: Locale
}

/** Where in the list to read, and how much. */
export interface SearchSlice {
  place: SearchPlace | null
  isBackward: boolean
  limit: number
}

interface Found {
  /** Null if there are more than are counted. */
  total: number | null
  /** In the order of the list. */
  rows: SearchPlace[]
}

/** Which rows are searched, and in which order they are listed. */
interface Source {
  from: Sql
  key: Sql
  id: Sql
  /** Of those that are searched through their company's index. */
  company: Sql | null
  where: Sql
}

const sources: Record<SearchKind, Source> = {
  users: {
    from: rawSql('app_user u'),
    key: rawSql('u.person_key'),
    id: rawSql('u.id'),
    company: null,
    where: rawSql('true'),
  },
  locations: {
    from: rawSql('location s'),
    key: rawSql('s.name_key'),
    id: rawSql('s.id'),
    company: rawSql('s.company_id'),
    where: rawSql('s.deletion_due_at is null'),
  },
  controllers: {
    from: rawSql('controller_search s'),
    key: rawSql('s.unit_key'),
    id: rawSql('s.controller_id'),
    company: rawSql('s.company_id'),
    where: rawSql('true'),
  },
  devices: {
    from: rawSql('device_search s'),
    key: rawSql('s.name_key'),
    id: rawSql('s.device_id'),
    company: rawSql('s.company_id'),
    where: rawSql('true'),
  },
}

/**
 * One page of what a search finds. All matches are read first, up to the number that is counted: of that many the order
 * costs little. Only where there are more, the index of the order is followed until the page is full.
 */
export async function findMatches(
  db: Db,
  question: SearchQuestion,
  slice: SearchSlice,
  most: number = mostCounted,
): Promise<Found> {
  const narrowed = await narrowToCompanies(db, question)
  if (narrowed.scope?.length === 0) return { total: 0, rows: [] }
  return findInScope(db, narrowed, slice, most)
}

/** Companies are few: those that are named are read first, and then searched in alone. */
async function narrowToCompanies(db: Db, question: SearchQuestion): Promise<SearchQuestion> {
  const { companyName, ...terms } = question.terms as SearchTerms & { companyName?: string }
  const words = searchWords(companyName ?? '')
  if (words.length === 0) return question
  let where = question.scope === null ? rawSql('true') : sql`id = any(${question.scope}::int[])`
  for (const word of words) where = sql`${where} and fold_text(name) like search_pattern(${word}::text)`
  const named = await db.rows<{ id: number }>(sql`select id from company where ${where}`)
  return { ...question, terms, scope: named.map(({ id }) => id) }
}

async function findInScope(
  db: Db,
  question: SearchQuestion,
  slice: SearchSlice,
  most: number,
): Promise<Found> {
  const { scope } = question
  const byIndex = scope === null || !(await isNarrow(db, scope, most))
  const found = byIndex
    ? await db.transaction(async (tx) => {
        await avoidScans(tx)
        return readCounted(tx, question, slice, { byIndex, most })
      })
    : await readCounted(db, question, slice, { byIndex, most })
  if (found.total !== null) return found
  return { total: null, rows: await readOrdered(db, question, slice) }
}

/**
 * Every text has frequent letters as well: the planner would rather read a table than ask the index for them, and work out
 * the letters of each row.
 */
async function avoidScans(tx: Queryable): Promise<void> {
  await tx.row(sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`)
}

/** In companies of so many locations the rows are read by their company, which is quicker than any index of letters. */
async function isNarrow(db: Queryable, companyIds: readonly number[], most: number): Promise<boolean> {
  const row = await db.row<{ total: number }>(sql`
    select count(*) as total from (
      select from location where company_id = any(${companyIds}::int[]) limit ${most}) found`)
  return row!.total < most
}

const inScope = ({ company }: Source, scope: SearchScope): Sql =>
  company === null ? seenIn(scope) : scope === null ? rawSql('true') : sql`${company} = any(${scope}::int[])`

async function readCounted(
  db: Queryable,
  { kind, scope, terms, sort, locale }: SearchQuestion,
  { place, isBackward, limit }: SearchSlice,
  { byIndex, most }: { byIndex: boolean; most: number },
): Promise<Found> {
  const source = sources[kind]
  const row = await db.row<{ total: number; rows: SearchPlace[] }>(sql`
    with found as materialized (
      select ${source.key} as key, ${source.id} as id from ${source.from}
      where ${source.where} and ${inScope(source, scope)} and ${buildCondition(kind, terms, { byIndex, locale })}
      limit ${most + 1})
    select (select count(*) from found) as total, (select coalesce(json_agg(page), '[]') from (
      select key, id from found where ${beyond(rawSql('key'), rawSql('id'), sort, place, isBackward)}
      order by ${order(rawSql('key'), rawSql('id'), sort, isBackward)} limit ${limit}) page) as rows`)
  const { total, rows } = row!
  if (total > most) return { total: null, rows: [] }
  return { total, rows: isBackward ? rows.reverse() : rows }
}

/** So many are read one by one, each in the order of its own index. */
const fewCompanies = 50

/** Of each company by its own index, where it is asked about few. */
async function readOrdered(
  db: Queryable,
  { kind, scope, terms, sort, locale }: SearchQuestion,
  { place, isBackward, limit }: SearchSlice,
): Promise<SearchPlace[]> {
  const { from, key, id, company, where } = sources[kind]
  const condition = sql`${where} and ${buildCondition(kind, terms, { byIndex: false, locale })}
    and ${beyond(key, id, sort, place, isBackward)}`
  const ordered = sql`order by ${order(key, id, sort, isBackward)} limit ${limit}`
  const rows = await db.rows<SearchPlace>(
    scope === null || company === null || scope.length > fewCompanies
      ? sql`select ${key} as key, ${id} as id from ${from}
          where ${inScope(sources[kind], scope)} and ${condition} ${ordered}`
      : sql`select each.key, each.id from unnest(${scope}::int[]) as asked (company_id), lateral (
          select ${key} as key, ${id} as id from ${from} where ${company} = asked.company_id and ${condition} ${ordered}) each
          order by ${order(rawSql('each.key'), rawSql('each.id'), sort, isBackward)} limit ${limit}`,
  )
  return isBackward ? rows.reverse() : rows
}

function order(key: Sql, id: Sql, sort: SearchSort, isBackward: boolean): Sql {
  const direction = rawSql(isBackward === (sort === 'name') ? 'desc' : 'asc')
  return sort === 'name' ? sql`${key} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`
}

function beyond(key: Sql, id: Sql, sort: SearchSort, place: SearchPlace | null, isBackward: boolean): Sql {
  if (!place) return rawSql('true')
  const sign = rawSql(isBackward === (sort === 'name') ? '<' : '>')
  return sort === 'name'
    ? sql`(${key}, ${id}) ${sign} (${place.key}::text collate "C", ${place.id}::int)`
    : sql`${id} ${sign} ${place.id}::int`
}
