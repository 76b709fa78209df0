import type {
  CommandView,
  ConnectivityView,
  ControllerMessageView,
  ControllerPageView,
  RealtimeView,
} from '@ohmstead/contract/controllers-page'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { clockColumn } from './controller-queries.ts'

export const commandsPerPage = 20

interface Ids {
  locationId: number
  controllerId: number
}

const doer = sql`case when u.id is not null then json_build_object('id', u.id, 'first_name', u.first_name,
  'last_name', u.last_name) end`

/** Whether an alarm says that a device `d` cannot be reached. */
export const communicationError = sql`exists (select from alarm a where a.location_id = d.location_id
  and a.device_id = d.id and a.type = 'ERROR_COMMUNICATION' and a.status <> 'CLEARED')`

export function findControllerPage(
  db: Queryable,
  { locationId, controllerId }: Ids,
  now: number,
): Promise<Omit<ControllerPageView, 'refusals'> | undefined> {
  return db.row<Omit<ControllerPageView, 'refusals'>>(
    sql`select c.id, c.unit_id, c.kind, c.alias, c.online, c.online_changed_at, c.last_seen_at, c.linked_at, c.created_at,
          c.info, c.protocol, c.inventory_rev, c.enrol_allowed, ${clockColumn},
          l.name as location_name, company.name as company_name, ${realtimeColumn(now)},
          (select coalesce(json_agg(json_build_object('id', d.id, 'key', d.key, 'name', d.name, 'category', d.category,
              'model', d.model, 'serial', d.serial, 'metrics', d.metrics,
              'newest_at', floor(extract(epoch from d.newest_at) * 1000),
              'has_communication_error', ${communicationError}) order by d.id), '[]')
            from device d where d.location_id = l.id and d.controller_id = c.id and d.deleted_at is null) as devices
        from controller c join location l on l.id = c.location_id join company on company.id = l.company_id
          left join app_user u on u.id = c.realtime_by
        where c.id = ${controllerId} and c.location_id = ${locationId} and c.revoked_at is null`,
  )
}

const realtimeColumn = (
  now: number,
): Sql => sql`case when c.realtime_until > ${new Date(now)} then json_build_object(
  'until', floor(extract(epoch from c.realtime_until) * 1000), 'by', ${doer}) end as realtime`

export async function findRealtime(
  db: Queryable,
  controllerId: number,
  now: number,
): Promise<RealtimeView | null> {
  const row = await db.row<{ realtime: RealtimeView | null }>(
    sql`select ${realtimeColumn(now)} from controller c left join app_user u on u.id = c.realtime_by
        where c.id = ${controllerId}`,
  )
  return row?.realtime ?? null
}

export async function saveRealtime(
  db: Queryable,
  controllerId: number,
  { until, userId }: { until: number | null; userId: number | null },
): Promise<void> {
  await db.run(
    sql`update controller set realtime_until = ${until === null ? null : new Date(until)}, realtime_by = ${userId}
        where id = ${controllerId}`,
  )
}

/** Since when it belongs to the location, and its state now. */
export function findConnection(db: Queryable, { locationId, controllerId }: Ids) {
  return db.row<{ unit_id: string; online: boolean; online_changed_at: number | null; since: number }>(
    sql`select unit_id, online, online_changed_at, coalesce(linked_at, created_at) as since from controller
        where id = ${controllerId} and location_id = ${locationId} and revoked_at is null`,
  )
}

/** The changes of a range in order, preceded by the last one before it. */
export function findConnectionChanges(
  db: Queryable,
  controllerId: number,
  { from, to }: { from: number; to: number },
): Promise<ConnectivityView['changes']> {
  const [start, end] = [new Date(from), new Date(to)]
  return db.rows<ConnectivityView['changes'][number]>(
    sql`(select at, online from controller_connection where controller_id = ${controllerId} and at < ${start}
          order by at desc limit 1)
        union all
        (select at, online from controller_connection
          where controller_id = ${controllerId} and at >= ${start} and at <= ${end} order by at)
        order by at`,
  )
}

/** Those that came while the controller has belonged to this location. */
export function findMessages(
  db: Queryable,
  controllerId: number,
  since: number,
): Promise<ControllerMessageView[]> {
  return db.rows<ControllerMessageView>(
    sql`select id, at, topic, bytes, outcome, refusals, payload from controller_message
        where controller_id = ${controllerId} and at >= ${new Date(since)} order by id desc limit 20`,
  )
}

interface CommandFilter {
  controllerId: number
  locationId: number
  /** Since when it belongs to the location. */
  since: number
  /** By the controller's own name of it. */
  device: string | null
  page: number
}

const matching = ({ controllerId, since, device }: CommandFilter): Sql =>
  sql`m.controller_id = ${controllerId} and m.created_at >= ${new Date(since)}
    and (${device}::text is null or m.args ->> 'device' = ${device})`

export function findCommands(db: Queryable, filter: CommandFilter, now: number): Promise<CommandView[]> {
  return db.rows<CommandView>(
    sql`select m.id::text, m.op, m.args, m.code, m.text, m.created_at, m.answered_at, ${stateAt(now)} as state,
          ${doer} as by,
          (select json_build_object('id', d.id, 'name', d.name) from device d where d.controller_id = m.controller_id
            and d.location_id = ${filter.locationId} and d.source_key = m.args ->> 'device') as device
        from command m left join app_user u on u.id = m.created_by
        where ${matching(filter)} order by m.created_at desc, m.id limit ${commandsPerPage}
        offset ${(filter.page - 1) * commandsPerPage}`,
  )
}

export async function countCommands(db: Queryable, filter: CommandFilter): Promise<number> {
  const row = await db.row<{ total: number }>(
    sql`select count(*) as total from command m where ${matching(filter)}`,
  )
  return row!.total
}

/** The state of a command `m`: what was not answered in time has expired, also before that is written. */
export const stateAt = (now: number): Sql =>
  sql`case when m.state = 'sent' and m.expires_at < ${new Date(now)} then 'expired' else m.state end`

/** The name that it had; undefined if there is no such controller. */
export function renameController(
  tx: Queryable,
  { locationId, controllerId }: { locationId: number; controllerId: number },
  alias: string,
): Promise<{ alias: string | null } | undefined> {
  return tx.row(
    sql`with before as (select id, alias from controller
          where id = ${controllerId} and location_id = ${locationId} and revoked_at is null for update)
        update controller c set alias = ${alias} from before where c.id = before.id returning before.alias`,
  )
}
