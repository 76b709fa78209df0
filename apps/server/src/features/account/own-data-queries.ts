import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

type Rows = Record<string, unknown>[]

/**
 * What is stored about a person, by file name, each list in a stable order, since it is read in pieces. Secrets (hashes,
 * keys, tokens) are omitted, since a file can be lost.
 */
export const ownData: Record<string, (userId: number) => Sql> = {
  account: (userId) => sql`
    select u.id, u.email, u.first_name, u.last_name, u.locale, u.settings, u.email_verified_at, u.terms_accepted_at,
      u.privacy_accepted_at, u.created_at, c.name as company,
      (select json_agg(role order by position) from user_role where user_id = u.id) as roles,
      (select json_agg(r.name) from user_company uc join company r on r.id = uc.company_id where uc.user_id = u.id) as runs
    from app_user u left join company c on c.id = u.company_id where u.id = ${userId}`,
  locations: (userId) => sql`
    select l.id, l.name, l.kind, l.country_code, l.bidding_zone, l.time_zone, l.latitude, l.longitude, l.created_at,
      l.owner_id = ${userId} as is_owner, p.can_view, p.can_edit, p.can_control, p.can_manage_users
    from location l left join location_permission p on p.location_id = l.id and p.user_id = ${userId}
    where l.owner_id = ${userId} or p.user_id is not null order by l.id`,
  controllers: (userId) => sql`
    select c.id, c.unit_id, c.kind, c.alias, c.location_id, c.info, c.linked_at, c.last_seen_at, c.created_at
    from controller c join location l on l.id = c.location_id
    where coalesce(c.owner_id, l.owner_id) = ${userId} order by c.id`,
  devices: (userId) => sql`
    select d.id, d.location_id, d.controller_id, d.key, d.category, d.name, d.model, d.serial, d.params, d.created_at,
      d.deleted_at
    from device d join location l on l.id = d.location_id where l.owner_id = ${userId} order by d.id`,
  external_tokens: (userId) => sql`
    select id, token_hint as begins_with, state, checked_at, created_at from external_credential
    where user_id = ${userId} order by id`,
  metering_points: (userId) => sql`
    select id, eimm, gsrn, point_gsrn, title, source, portal_info, manual_info, readings_from, readings_to, created_at
    from abstract_device where user_id = ${userId} order by id`,
  price_lists: (userId) => sql`
    select v.price_list_id as id, v.version, v.name, v.utility, l.country_code, v.valid_from, v.valid_to, v.terms, v.reason,
      v.changed_at
    from price_list l join price_list_version v on v.price_list_id = l.id where l.user_id = ${userId}
    order by v.price_list_id, v.version`,
  rate_plans: (userId) => sql`
    select v.rate_plan_id as id, v.version, v.name, p.created_at, (
      select json_agg(json_build_object('price_list_id', e -> 'priceListId', 'price_list', e -> 'priceListName',
          'valid_from', e -> 'validFrom', 'valid_to', e -> 'validTo') order by e ->> 'validFrom')
        from jsonb_array_elements(v.entries) e) as entries, v.reason, v.changed_at
    from rate_plan p join rate_plan_version v on v.rate_plan_id = p.id where p.user_id = ${userId}
    order by v.rate_plan_id, v.version`,
  location_prices: (userId) => sql`
    select p.location_id, p.rate_plan_id, p.abstract_device_id as metering_point_id, p.manual_point
    from location_pricing p join location l on l.id = p.location_id where l.owner_id = ${userId} order by p.location_id`,
  budgets: (userId) => sql`
    select b.location_id, b.amount, b.currency, b.set_at
    from location_budget b join location l on l.id = b.location_id where l.owner_id = ${userId} order by b.location_id`,
  repricings: (userId) => sql`
    select r.location_id, r.cause, r.changed_at, r.months from repricing r join location l on l.id = r.location_id
    where l.owner_id = ${userId} order by r.id`,
  invoice_checks: (userId) => sql`
    select c.id, c.location_id, c.valid_from, c.valid_to, c.invoice, c.result, c.checked_at
    from invoice_check c join location l on l.id = c.location_id where l.owner_id = ${userId} order by c.id`,
  sharing_groups: (userId) => sql`
    select id, name, scheme, country_code, organiser, price_terms, community_case, valid_from, created_at
    from sharing_group where owner_id = ${userId} and company_id is null order by id`,
  sharing_memberships: (userId) => sql`
    select m.id, m.group_id, g.name as group_name, m.name, m.location_id, m.abstract_device_id as metering_point_id, m.role,
      m.shared_share, m.state, m.valid_from, m.valid_to, m.joined_at, m.ended_at
    from ${ownMemberships(userId)} order by m.id`,
  sharing_statements: (userId) => sql`
    select s.id, s.group_id, s.member_id, s.month, s.version, s.is_current, s.statement, s.terms, s.cause, s.issued_at
    from sharing_statement s join ${ownMemberships(userId)} on m.id = s.member_id
    order by s.id`,
  alarms: (userId) => sql`
    select a.id, a.location_id, a.device_id, a.type, a.status, a.code, a.text, a.first_recurrence_at,
      a.last_recurrence_at, a.cleared_at
    from alarm a join location l on l.id = a.location_id where l.owner_id = ${userId} order by a.id`,
  alarm_rules: (userId) => sql`
    select r.id, r.location_id, r.name, r.kind, r.settings, r.duration_seconds, r.enabled, r.created_at, r.updated_at
    from alarm_rule r left join location l on l.id = r.location_id
    where l.owner_id = ${userId} or r.created_by = ${userId} order by r.id`,
  commands: (userId) => sql`
    select id, controller_id, op, args, state, created_at from command where created_by = ${userId} order by created_at, id`,
  sessions: (userId) => sql`
    select user_agent, address, stay_signed_in, created_at, last_seen_at, expires_at
    from session where user_id = ${userId} order by id`,
  browsers: (userId) =>
    sql`select browser, last_used_at from known_browser where user_id = ${userId} order by last_used_at, browser`,
  passkeys: (userId) =>
    sql`select name, created_at, last_used_at from passkey where user_id = ${userId} order by id`,
  authenticator_app: (userId) => sql`select enabled_at from totp where user_id = ${userId}`,
  sign_in_providers: (userId) => sql`
    select provider, issuer, subject, email, created_at, last_used_at from identity where user_id = ${userId} order by id`,
  invitations: (userId) => sql`
    select i.location_id, i.email, i.status, i.created_at, i.confirmed_at, i.expires_at, i.invited_by = ${userId} as by_me
    from invitation i
    where i.invited_by = ${userId} or i.invited_user_id = ${userId}
      or i.email = (select email from app_user where id = ${userId}) order by i.id`,
  mails: (userId) => sql`
    select kind, subject, state, created_at, sent_at from mail
    where recipient = (select email from app_user where id = ${userId}) order by id`,
  audit_log: (userId) => sql`
    select a.at, a.action, a.location_id, a.controller_id,
      nullif(coalesce(a.before, '{}') || coalesce(f.before, '{}'), '{}') as before,
      nullif(coalesce(a.after, '{}') || coalesce(f.after, '{}'), '{}') as after,
      case when a.actor_id = ${userId} then o.address end as address, a.actor_id = ${userId} as by_me
    from audit_log a left join audit_fact f on f.entry_id = a.id left join audit_address o on o.entry_id = a.id
    where a.actor_id = ${userId} or a.user_id = ${userId} order by a.id`,
}

/** Members `m` of groups `g` at the person's own locations and metering points. */
const ownMemberships = (
  userId: number,
): Sql => sql`(sharing_member m join sharing_group g on g.id = m.group_id
  and (exists (select from location l where l.id = m.location_id and l.owner_id = ${userId})
    or exists (select from abstract_device d where d.id = m.abstract_device_id and d.user_id = ${userId})))`

/** Some rows of a list, from an offset: a list of years takes too long at once. */
export function findOwnData(
  db: Queryable,
  name: string,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Rows> {
  return db.rows(sql`${ownData[name]!(userId)} limit ${limit} offset ${offset}`)
}

export interface OwnSeries {
  location_id: number
  id: number
  device_key: string
  metric: string
}

/** The locations somebody owns. Their measurements are read location by location. */
export async function findOwnedLocationIds(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from location where owner_id = ${userId} order by id`,
  )
  return rows.map((row) => row.id)
}

export function findOwnSeries(db: Queryable, locationId: number): Promise<OwnSeries[]> {
  return db.rows<OwnSeries>(sql`
    select location_id, id, device_key, metric from series where location_id = ${locationId} order by id`)
}

export function findEnergyHours(
  db: Queryable,
  { location_id, id }: OwnSeries,
  after: number,
  limit: number,
): Promise<({ hour: number } & Record<`s${number}`, number | null>)[]> {
  return db.rows(sql`
    select hour, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11 from energy_hour
    where location_id = ${location_id} and series_id = ${id} and hour > ${new Date(after)}
    order by hour limit ${limit}`)
}
