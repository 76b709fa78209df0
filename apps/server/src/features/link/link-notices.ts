import type { CloudTopicKind } from '@ohmstead/contract/controller-topics'
import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** The database channel by which the server processes keep each other's link up to date. */
export const linkChannel = 'link'

/** Its notices. `changed`: devices or location of a controller; `credentials`: added, re-keyed or revoked;
 * `mapping`: what the values of its foreign devices mean; `ready`: an external broker's messages of a new controller are
 * received; `watch`: somebody looks at its messages. */
export type LinkNotice =
  | { t: 'changed'; serial: string }
  | { t: 'credentials'; serial: string }
  | { t: 'mapping'; serial: string }
  | { t: 'ready'; serial: string }
  | { t: 'watch'; serial: string; until: number }
  | { t: 'publish'; serial: string; kind: CloudTopicKind; payload: string }

export async function notifyLink(db: Queryable, ...notices: LinkNotice[]): Promise<void> {
  const payloads = notices.map((notice) => JSON.stringify(notice))
  await db.rows(sql`select pg_notify(${linkChannel}, payload) from unnest(${payloads}::text[]) as payload`)
}

export async function notifyLive(db: Queryable, ...notices: LiveNotice[]): Promise<void> {
  if (notices.length === 0) return
  const payloads = notices.map((notice) => JSON.stringify(notice))
  await db.rows(sql`select pg_notify('live', payload) from unnest(${payloads}::text[]) as payload`)
}
