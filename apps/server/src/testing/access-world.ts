import type { Actor, Resource } from '@ohmstead/domain/access/permission'
import { type Role, roles } from '@ohmstead/domain/access/role'
import { createSession } from '../features/auth/session.ts'
import type { Db } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
  shareLocation,
} from './test-world.ts'

export type Relation = 'own' | 'shared' | 'foreign' | 'missing'

/** A caller: a role, or nobody. */
export interface Asker {
  name: string
  actor: Actor | null
  /** A separate session for every call that may end it; read-only calls share one. */
  cookie(method: string): Promise<string>
}

/** A location with its company and group, and with everything that a path may name. */
interface Site {
  companyId: number
  locationGroupId: number
  locationId: number
  controllerId: number
  deviceId: number
}

const missingId = 2_000_000_000
const everything = { view: true, edit: true, control: true, manageUsers: true }
const viewOnly = { view: true, edit: false, control: false, manageUsers: false }

/**
 * One caller per role and nobody, and for each an own location, one shared view-only, a foreign
 * one and one that does not exist. Actors are written down here, not read from the database, so that the expectations
 * come from the declared permission alone.
 */
export async function createAccessWorld(db: Db, now: number) {
  const own = await createCompany(db, 'Own')
  const shared = await createCompany(db, 'Shared')
  const foreign = await createCompany(db, 'Foreign')
  const foreignSite = await createSite(db, foreign)
  const ownSites = new Map<string, Site>()
  const sharedSite = await createSite(db, shared)
  const askers: Asker[] = [{ name: 'nobody', actor: null, cookie: async () => '' }]
  ownSites.set('nobody', await createSite(db, own))

  for (const role of roles) {
    const site = await createSite(db, own)
    ownSites.set(role, site)
    const actor = await createActor(db, role, own.companyId, site, sharedSite)
    const session = { userId: actor.userId, staySignedIn: false, userAgent: null, address: '127.0.0.1', now }
    const create = async () => `ohmstead=${await createSession(db, session)}`
    const reading = await create()
    askers.push({ name: role, actor, cookie: async (method) => (method === 'GET' ? reading : create()) })
  }

  function siteOf(asker: Asker, relation: Relation): Site | null {
    if (relation === 'own') return ownSites.get(asker.name)!
    if (relation === 'shared') return sharedSite
    return relation === 'foreign' ? foreignSite : null
  }

  /** The resource as the rule takes it, for a permission of this kind. */
  function resourceOf(asker: Asker, relation: Relation, kind: Resource['kind']): Resource | null {
    const site = siteOf(asker, relation)
    if (!site) return null
    const { companyId, locationId } = site
    const isOwner =
      relation === 'own' && (asker.name === 'ROLE_USER_BASIC' || asker.name === 'ROLE_USER_ADVANCED')
    const ownerId = isOwner ? asker.actor!.userId : null
    const ownLocationIds =
      asker.actor?.locations.map((entry) => entry.id).filter((id) => id === locationId) ?? []
    return kind === 'location'
      ? { kind, companyId, locationId, ownerId }
      : { kind, companyId, ownLocationIds }
  }

  const makerOf = (site: Site) =>
    askers.find(({ name }) => ownSites.get(name) === site)?.actor?.userId ?? null

  /** How to fill a parameter of a path, so that only access can stand in the way. */
  const parameters: Record<string, (site: Site | null) => number | string | Promise<number>> = {
    companyId: (site) => site?.companyId ?? missingId,
    locationGroupId: (site) => site?.locationGroupId ?? missingId,
    locationId: (site) => site?.locationId ?? missingId,
    // A new one each time: one of the calls deletes it.
    controllerId: async (site) =>
      site ? (await insertController(db, site.locationId)).controllerId : missingId,
    backupId: (site) => (site ? insertBackup(db, site.locationId) : missingId),
    deviceId: (site) => site?.deviceId ?? missingId,
    deviceGroupId: (site) => (site ? insertDeviceGroup(db, site.locationId) : missingId),
    invoiceCheckId: (site) => (site ? insertInvoiceCheck(db, site.locationId) : missingId),
    investmentId: (site) => (site ? insertInvestment(db, site.locationId) : missingId),
    ruleId: (site) => (site ? insertAlarmRule(db, { locationId: site.locationId }) : missingId),
    groupRuleId: (site) =>
      site ? insertAlarmRule(db, { locationGroupId: site.locationGroupId }) : missingId,
    webhookId: (site) => (site ? insertWebhook(db, { companyId: site.companyId }) : missingId),
    locationWebhookId: (site) => (site ? insertWebhook(db, site) : missingId),
    alarmId: (site) => (site ? insertAlarm(db, site) : missingId),
    userId: (site) => (site ? insertCustomer(db, site) : missingId),
    invitationId: (site) => (site ? insertInvitation(db, site.locationId) : missingId),
    exportId: () => missingId,
    groupViewId: () => missingId,
    bulkChangeId: (site) => (site ? insertBulkChange(db, site) : missingId),
    sharingGroupId: () => missingId,
    memberId: () => missingId,
    simulationId: () => missingId,
    previewId: (site) => (site ? insertRulePreview(db, site.locationGroupId) : missingId),
    statementId: () => missingId,
    optimisationId: () => missingId,
    offerId: () => missingId,
    networkTariffId: () => missingId,
    from: () => 'EUR',
    to: () => 'CZK',
    day: () => '2026-01-01',
    priceListId: () => missingId,
    planId: () => missingId,
    timePlanId: () => missingId,
    blockId: () => missingId,
    seasonId: () => missingId,
    slotId: () => missingId,
    jobId: () => missingId,
    batchId: (site) => (site ? insertBatch(db, site.companyId, makerOf(site)) : missingId),
    credentialId: () => missingId,
    tokenId: () => missingId,
    sessionId: () => missingId,
    passkeyId: () => missingId,
    identityId: () => missingId,
    mailId: () => missingId,
    imageId: () => missingId,
    position: () => 0,
    rollOutId: () => missingId,
    pushDeviceId: () => missingId,
    provider: () => 'google',
    locale: () => 'en',
    imageName: () => `${'0'.repeat(64)}.png`,
  }

  return { askers, siteOf, resourceOf, parameters }
}

async function createCompany(db: Db, name: string) {
  const { companyId, rootGroupId } = await insertCompany(db, name)
  return { companyId, locationGroupId: await insertGroup(db, companyId, rootGroupId, name) }
}

async function createSite(db: Db, company: { companyId: number; locationGroupId: number }): Promise<Site> {
  const locationId = await insertLocation(db, company)
  const { controllerId, deviceIds } = await insertController(db, locationId, [
    { key: 'grid', category: 'GRID' },
  ])
  return { ...company, locationId, controllerId, deviceId: deviceIds[0]! }
}

async function createActor(db: Db, role: Role, companyId: number, own: Site, shared: Site): Promise<Actor> {
  const companyIds = role === 'ROLE_AGGREGATOR' ? [companyId] : []
  const userId = await insertUser(db, `${role.toLowerCase()}@test.si`, role, { companyIds })
  if (role === 'ROLE_SUPER_ADMIN') return { userId, roles: [role], companyIds, locations: [] }
  await shareLocation(db, userId, shared.locationId, viewOnly)
  const sharedEntry = { id: shared.locationId, ...viewOnly }
  if (role === 'ROLE_AGGREGATOR') return { userId, roles: [role], companyIds, locations: [sharedEntry] }
  if (role === 'ROLE_USER') await shareLocation(db, userId, own.locationId, everything)
  else await db.run(sql`update location set owner_id = ${userId} where id = ${own.locationId}`)
  return {
    userId,
    roles: [role],
    companyIds,
    locations: [{ id: own.locationId, ...everything }, sharedEntry],
  }
}

async function insertDeviceGroup(db: Db, locationId: number): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into device_group (location_id, name) values (${locationId}, 'Group') returning id`)
  return row!.id
}

let alarms = 0

/** Of controllers made together; their credentials are its maker's. */
async function insertBatch(db: Db, companyId: number, createdBy: number | null): Promise<number> {
  const row = await db.row<{ id: number }>(
    sql`insert into controller_batch (company_id, source, count, created_by, created_at)
        values (${companyId}, 'number', 1, ${createdBy}, now()) returning id`,
  )
  return row!.id
}

async function insertBulkChange(db: Db, site: Site): Promise<number> {
  const row = await db.row<{ id: number }>(
    sql`insert into bulk_change (company_id, location_group_id, wish, state, created_at, ended_at, leased_until)
        values (${site.companyId}, ${site.locationGroupId}, '{"action": "rule", "rule": "peak"}', 'done', now(), now(), now())
        returning id`,
  )
  return row!.id
}

async function insertAlarmRule(
  db: Db,
  { locationId, locationGroupId }: { locationId?: number; locationGroupId?: number },
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into alarm_rule (company_id, location_id, location_group_id, name, kind, settings, duration_seconds)
    values (coalesce((select company_id from location where id = ${locationId ?? null}::int),
        (select company_id from location_group where id = ${locationGroupId ?? null}::int)),
      ${locationId ?? null}, ${locationGroupId ?? null}, '', 'metric', '{}', 0) returning id`)
  return row!.id
}

async function insertRulePreview(db: Db, locationGroupId: number): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into alarm_rule_preview (location_group_id, created_by, created_at)
    values (${locationGroupId}, (select min(id) from app_user), now()) returning id`)
  return row!.id
}

async function insertWebhook(
  db: Db,
  { companyId, locationId = null }: { companyId: number; locationId?: number | null },
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into webhook (company_id, location_id, url, secret, created_at)
    values (${companyId}, ${locationId}, 'https://hooks.example.com', '', now()) returning id`)
  return row!.id
}

/** Of a controller that others of the location may replace. */
async function insertBackup(db: Db, locationId: number): Promise<number> {
  const { controllerId } = await insertController(db, locationId)
  await db.run(sql`update controller set revoked_at = now(), location_id = null where id = ${controllerId}`)
  const row = await db.row<{ id: number }>(sql`
    insert into controller_backup (controller_id, location_id, state, source, filename, created_at, expires_at, size_bytes,
      sha256, sealed_key)
    values (${controllerId}, ${locationId}, 'ready', 'schedule', 'a', now(), now(), 1, 'a', 'a') returning id`)
  return row!.id
}

async function insertAlarm(db: Db, site: Site): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into alarm (location_id, controller_id, type, code, first_recurrence_at, last_recurrence_at)
    values (${site.locationId}, ${site.controllerId}, 'ERROR', ${`E${++alarms}`}, now(), now()) returning id`)
  return row!.id
}

let guests = 0

/** A new user of the company with whom the location is shared, so that anything may be done to them. */
async function insertCustomer(db: Db, { companyId, locationId }: Site): Promise<number> {
  const userId = await insertUser(db, `guest${++guests}@test.si`, 'ROLE_USER')
  await db.run(sql`update app_user set company_id = ${companyId} where id = ${userId}`)
  await shareLocation(db, userId, locationId, viewOnly)
  return userId
}

async function insertInvoiceCheck(db: Db, locationId: number): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into invoice_check (location_id, valid_from, valid_to, invoice, result, checked_at)
    values (${locationId}, '2026-01-01', '2026-01-31', '{}', '{}', now()) returning id`)
  return row!.id
}

async function insertInvestment(db: Db, locationId: number): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into location_investment (location_id, kind, name, price, subsidy, currency, bought_on, created_at, updated_at)
    values (${locationId}, 'solar', 'Panels', '9000', '0', 'EUR', '2025-01-01', now(), now()) returning id`)
  return row!.id
}

async function insertInvitation(db: Db, locationId: number): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into invitation (location_id, email, token_hash, created_at, expires_at)
    values (${locationId}, ${`invited${++guests}@test.si`}, ${Buffer.from(`${guests}`)}, now(), now() + interval '9 years')
    returning id`)
  return row!.id
}
