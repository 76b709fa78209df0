import type { PortfolioOptimisation, PortfolioRow } from '@ohmstead/contract/portfolio'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { readableDevice } from '../portal/points/abstract-device-queries.ts'
import type { PortfolioRun } from './run-settings.ts'

/** Metering points among those the actor may read: the given ones, those of a company's people, or all. */
export async function findPortfolioDevices(
  db: Queryable,
  actor: Actor,
  { deviceIds, companyId }: { deviceIds: readonly number[] | null; companyId: number | null },
): Promise<number[]> {
  const named = deviceIds ? sql`d.id = any(${deviceIds}::int[])` : rawSql('true')
  const ofCompany =
    companyId === null
      ? rawSql('true')
      : sql`(u.company_id = ${companyId}
          or exists (select from location l where l.owner_id = u.id and l.company_id = ${companyId}))`
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from abstract_device d join app_user u on u.id = d.user_id
    where ${readableDevice(actor)} and ${named} and ${ofCompany} order by d.id`)
  return rows.map(({ id }) => id)
}

/** Another run of the same person, in any process, waits for the end of the transaction. */
export async function lockOptimisations(tx: Queryable, userId: number): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('portfolio optimisations'), ${userId}::int)`)
}

export async function insertOptimisation(
  tx: Queryable,
  run: Omit<PortfolioRun, 'id' | 'deviceIds'> & {
    companyId: number | null
    jobId: number | null
    total: number
    now: number
  },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into portfolio_optimisation (user_id, company_id, job_id, from_day, to_day, advice_from, levies, vat, total,
      created_at)
    values (${run.userId}, ${run.companyId}, ${run.jobId}, ${run.fromDay}, ${run.toDay}, ${run.adviceFrom},
      ${run.levies}, ${run.vat}, ${run.total}, ${new Date(run.now)})
    returning id`)
  return row!.id
}

/** Each person keeps their newest runs. */
export function deleteOldOptimisations(tx: Queryable, userId: number, keep: number): Promise<number> {
  return tx.run(sql`
    delete from portfolio_optimisation where user_id = ${userId} and id not in (
      select id from portfolio_optimisation where user_id = ${userId} order by id desc limit ${keep})`)
}

export async function hasRunningOptimisation(db: Queryable, userId: number): Promise<boolean> {
  const row = await db.row<{ exists: boolean }>(sql`
    select exists (select from portfolio_optimisation o join job j on j.id = o.job_id
      where o.user_id = ${userId} and j.state in ('queued', 'running')) as exists`)
  return row!.exists
}

/** Own runs, those of companies one runs, and for super admins all. */
function visible(actor: Actor): Sql {
  const role = activeRole(actor)
  if (role === 'ROLE_SUPER_ADMIN') return rawSql('true')
  const companyIds = role === 'ROLE_AGGREGATOR' ? actor.companyIds : []
  return sql`(o.user_id = ${actor.userId} or o.company_id = any(${companyIds}::int[]))`
}

// A deleted job had ended; with fewer rows than points it was not completed.
const optimisationColumns =
  rawSql(`o.id, o.company_id, o.from_day as "from", o.to_day as "to", o.advice_from, o.levies, o.vat,
  o.job_id, o.total, o.created_at,
  c.done, coalesce(j.state, case when c.done >= o.total then 'done' else 'failed' end) as state, j.finished_at`)
const optimisationTables = rawSql(`portfolio_optimisation o left join job j on j.id = o.job_id
  cross join lateral (select count(*) as done from portfolio_row r where r.optimisation_id = o.id) c`)

export function findOptimisations(db: Queryable, actor: Actor): Promise<PortfolioOptimisation[]> {
  return db.rows<PortfolioOptimisation>(sql`
    select ${optimisationColumns} from ${optimisationTables} where ${visible(actor)} order by o.id desc limit 50`)
}

export function findOptimisation(
  db: Queryable,
  actor: Actor,
  id: number,
): Promise<PortfolioOptimisation | undefined> {
  return db.row<PortfolioOptimisation>(sql`
    select ${optimisationColumns} from ${optimisationTables} where o.id = ${id} and ${visible(actor)}`)
}

/** The sort columns, and the rest. */
export type PortfolioFigures = Omit<PortfolioRow, 'device_id' | 'eimm' | 'title' | 'owner'>

export function insertPortfolioRow(
  db: Queryable,
  optimisationId: number,
  deviceId: number,
  figures: PortfolioFigures,
): Promise<number> {
  const { error, current_cost, optimised_cost, advised_cost, yearly_saving, ...rest } = figures
  const { saving_percent, saves_in, relative_gap, ...detail } = rest
  // A point that was deleted meanwhile has no row.
  return db.run(sql`
    insert into portfolio_row (optimisation_id, device_id, error, current_cost, optimised_cost, advised_cost,
      yearly_saving, saving_percent, saves_in, relative_gap, detail)
    select ${optimisationId}::int, d.id, ${error}::text, ${current_cost}::float8, ${optimised_cost}::float8,
      ${advised_cost}::float8, ${yearly_saving}::float8, ${saving_percent}::float8,
      ${saves_in}::float8, ${relative_gap}::float8, ${JSON.stringify(detail)}::jsonb
    from abstract_device d where d.id = ${deviceId} on conflict do nothing`)
}

export interface RowFilter {
  search: string
  sort: string
  direction: 'asc' | 'desc'
}

const sortColumns: Record<string, Sql> = {
  eimm: rawSql('d.eimm'),
  title: rawSql('lower(d.title)'),
  owner: rawSql(`lower(coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email))`),
  ...Object.fromEntries(
    ['current_cost', 'optimised_cost', 'yearly_saving', 'saving_percent', 'saves_in', 'relative_gap'].map(
      (name) => [name, rawSql(`r.${name}`)],
    ),
  ),
}

/** Rows of points that the actor may still read. */
function matching(actor: Actor, optimisationId: number, search: string): Sql {
  let where = sql`r.optimisation_id = ${optimisationId} and ${readableDevice(actor)}`
  for (const word of searchWords(search))
    where = sql`${where} and strpos(lower(concat_ws(' ', d.eimm, d.gsrn, d.title, u.first_name, u.last_name, u.email)), ${word}) > 0`
  return where
}

const rowTables = rawSql(
  `portfolio_row r join abstract_device d on d.id = r.device_id join app_user u on u.id = d.user_id`,
)

/** Missing in rows of earlier versions. */
const notSaidBefore: Partial<PortfolioRow> = { so_far: null }

export async function findPortfolioRows(
  db: Queryable,
  actor: Actor,
  optimisationId: number,
  { search, sort, direction }: RowFilter,
  range: { limit: number; offset: number } | null,
): Promise<PortfolioRow[]> {
  const order = rawSql(direction === 'asc' ? 'asc nulls last' : 'desc nulls last')
  const page = range ? sql`limit ${range.limit} offset ${range.offset}` : rawSql('')
  const rows = await db.rows<{ row: PortfolioRow; detail: object }>(sql`
    select json_build_object('device_id', d.id, 'eimm', d.eimm, 'title', d.title,
      'owner', case when d.user_id = ${actor.userId} then null else json_build_object('id', u.id,
        'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)) end,
      'error', r.error, 'current_cost', r.current_cost, 'optimised_cost', r.optimised_cost,
      'advised_cost', r.advised_cost, 'yearly_saving', r.yearly_saving,
      'saving_percent', r.saving_percent, 'saves_in', r.saves_in, 'relative_gap', r.relative_gap) as row, r.detail
    from ${rowTables} where ${matching(actor, optimisationId, search)}
    order by ${sortColumns[sort]!} ${order}, d.eimm, d.id ${page}`)
  return rows.map(({ row, detail }) => ({ ...notSaidBefore, ...detail, ...row }))
}

export async function sumPortfolioRows(db: Queryable, actor: Actor, optimisationId: number, search: string) {
  const row = await db.row<{
    points: number
    with_result: number
    current_cost: number
    advised_cost: number
    yearly_saving: number
    so_far: number
  }>(sql`
    select count(*) as points,
      count(*) filter (where jsonb_typeof(r.detail -> 'so_far') = 'object') as so_far,
      count(r.yearly_saving) as with_result,
      coalesce(sum(r.current_cost) filter (where r.yearly_saving is not null), 0) as current_cost,
      coalesce(sum(r.advised_cost) filter (where r.yearly_saving is not null), 0) as advised_cost,
      coalesce(sum(r.yearly_saving), 0) as yearly_saving
    from ${rowTables} where ${matching(actor, optimisationId, search)}`)
  return row!
}
