import type { Queryable } from '../db/db.ts'
import { rawSql, type Sql, sql } from '../db/sql.ts'

// Everything that is sealed with the secret key, in one list: what may be sealed, and where the database stores it.
// Replacing a key, checking a key and restoring a backup go through it; a value that is not listed would be lost.

const purposes = {
  totp: (userId: number) => `totp of user ${userId}`,
  portalToken: (userId: number) => `external-credential:${userId}`,
  // Of the controllers made together, for a day.
  controllerBatch: (batchId: number) => `credentials of controller batch ${batchId}`,
  webhook: (companyId: number) => `secret of a webhook of company ${companyId}`,
  // One pair for the whole platform, with the number 1.
  pushKey: (id: number) => `private key of web push ${id}`,
  controllerBackup: (backupId: number) => `key of controller backup ${backupId}`,
  backupMark: (markId: number) => `mark of backup files ${markId}`,
  tunnelHostKey: () => 'host key of tunnels',
  // What one process shows another for a moment; in no database.
  tunnelPass: (tunnelId: number) => `pass to tunnel ${tunnelId}`,
  // In a mail and in no database: after a key change the link is merely no longer valid.
  alarmMails: (userId: number) => `end of alarm mails to user ${userId}`,
  // In a cookie and in no database: after a key change the browser is merely unknown.
  knownBrowser: (userId: number) => `known browser of user ${userId}`,
}
export type SealedPurpose = keyof typeof purposes

export const purposeOf = (purpose: SealedPurpose, ownerId: number) => purposes[purpose](ownerId)

export interface SealedPlace {
  purpose: SealedPurpose
  table: string
  /** The primary key of the row. */
  id: string
  owner: string
  /** The sealed bytes. */
  value: string
  /** Stores `bytes` there. */
  set(bytes: Uint8Array): Sql
  where?: string
}

export const sealedPlaces: readonly SealedPlace[] = [
  {
    purpose: 'totp',
    table: 'totp',
    ...{ id: 'user_id', owner: 'user_id', value: 'secret' },
    set: (bytes) => sql`secret = ${bytes}`,
  },
  // An authenticator app that is being set up, for ten minutes.
  {
    purpose: 'totp',
    table: 'door_step',
    ...{ id: 'token_hash', owner: 'user_id', value: `decode(detail ->> 'secret', 'base64')` },
    set: (bytes) =>
      sql`detail = jsonb_set(detail, '{secret}', to_jsonb(${Buffer.from(bytes).toString('base64')}::text))`,
    where: `kind = 'totp'`,
  },
  {
    purpose: 'portalToken',
    table: 'external_credential',
    ...{ id: 'id', owner: 'user_id', value: 'token' },
    set: (bytes) => sql`token = ${bytes}`,
  },
  {
    purpose: 'controllerBatch',
    table: 'controller_batch',
    ...{ id: 'id', owner: 'id', value: 'credentials' },
    set: (bytes) => sql`credentials = ${bytes}`,
    where: 'credentials is not null',
  },
  {
    purpose: 'webhook',
    table: 'webhook',
    ...{ id: 'id', owner: 'company_id', value: 'secret' },
    set: (bytes) => sql`secret = ${bytes}`,
  },
  {
    purpose: 'webhook',
    table: 'webhook',
    ...{ id: 'id', owner: 'company_id', value: 'old_secret' },
    set: (bytes) => sql`old_secret = ${bytes}`,
    where: 'old_secret is not null',
  },
  {
    purpose: 'pushKey',
    table: 'push_key',
    ...{ id: 'id', owner: 'id', value: 'private_key' },
    set: (bytes) => sql`private_key = ${bytes}`,
  },
  {
    purpose: 'controllerBackup',
    table: 'controller_backup',
    ...{ id: 'id', owner: 'id', value: 'sealed_key' },
    set: (bytes) => sql`sealed_key = ${bytes}`,
    where: 'sealed_key is not null',
  },
  {
    purpose: 'backupMark',
    table: 'backup_mark',
    ...{ id: 'id', owner: 'id', value: 'key' },
    set: (bytes) => sql`key = ${bytes}`,
  },
  {
    purpose: 'tunnelHostKey',
    table: 'tunnel_host_key',
    ...{ id: 'id', owner: 'id', value: 'sealed_key' },
    set: (bytes) => sql`sealed_key = ${bytes}`,
  },
]

export interface SealedRow {
  id: number | Uint8Array
  owner: number
  sealed: Uint8Array
}

/** All values of one place: some hundred bytes for each person who has one. */
export async function findSealedRows(db: Queryable, place: SealedPlace): Promise<SealedRow[]> {
  const { table, id, owner, value, where } = place
  // A file of an older version is read before its tables are completed.
  if (!(await db.row(sql`select 1 where to_regclass(${table}) is not null`))) return []
  return db.rows<SealedRow>(
    rawSql(
      `select ${id} as id, ${owner} as owner, ${value} as sealed from ${table} where ${where ?? 'true'} order by 1`,
    ),
  )
}

/** Stores `bytes` in place of what was read; false if it has changed or gone meanwhile. */
export async function replaceSealed(
  db: Queryable,
  place: SealedPlace,
  row: SealedRow,
  bytes: Uint8Array,
): Promise<boolean> {
  const [table, id, value] = [place.table, place.id, place.value].map(rawSql)
  const done = await db.run(
    sql`update ${table} set ${place.set(bytes)} where ${id} = ${row.id} and ${value} = ${row.sealed}`,
  )
  return done > 0
}

export async function deleteSealed(db: Queryable, place: SealedPlace, row: SealedRow): Promise<void> {
  const [table, id] = [place.table, place.id].map(rawSql)
  await db.run(sql`delete from ${table} where ${id} = ${row.id}`)
}
