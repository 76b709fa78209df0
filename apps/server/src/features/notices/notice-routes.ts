import { createHash } from 'node:crypto'
import { type NoticeSettings, noticeEndpoints } from '@ohmstead/contract/notices'
import { AppError } from '../../platform/app-error.ts'
import { isCallable } from '../../platform/call-outside.ts'
import { hashToken } from '../../platform/random-token.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { describeBrowser } from '../auth/describe-browser.ts'
import { readSessionToken } from '../auth/session-cookie.ts'
import { listNotices } from './mail-notice-queries.ts'
import { arePushKeys } from './push/encrypt-push.ts'
import { getPushIdentity } from './push/push-keys.ts'
import { deletePushDevice, listPushDevices, savePushDevice } from './push/push-queries.ts'
import { sendTestNotice, sendTestPush } from './send-tests.ts'
import { findNoticeSettings, type NoticeSettingRow, saveNoticeSettings } from './setting-queries.ts'

const mostDevices = 10

const hashAddress = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

export const noticeRoutes: Route[] = [
  route(noticeEndpoints.settings, async ({ db, deps, actor }) => ({
    settings: toSettings(await findNoticeSettings(db, actor.userId)),
    devices: (await listPushDevices(db, actor.userId)).map(({ id, endpoint, user_agent, created_at }) => ({
      ...{ id, address: hashAddress(endpoint), created_at },
      ...describeBrowser(user_agent),
    })),
    push_key: (await getPushIdentity(deps.db, deps.secrets)).publicKey,
    is_sending: deps.mailer.isSending,
  })),

  route(noticeEndpoints.addDevice, async (context) => {
    const { db, deps, actor, body, request } = context
    if (!isCallable(body.endpoint, deps.settings.noticesToPrivateNetworks))
      throw new AppError('invalid_request', { fields: { endpoint: 'regex' } })
    if (!arePushKeys(body)) throw new AppError('invalid_request', { fields: { p256dh: 'regex' } })
    const userAgent = request.headers['user-agent'] ?? null
    const sessionHash = hashToken(readSessionToken(deps, request) ?? '')
    await db.transaction(async (tx) => {
      const device = { userId: actor.userId, sessionHash, ...body, userAgent }
      await savePushDevice(tx, device, { now: deps.clock.now(), most: mostDevices })
      await recordAudit(tx, auditContextOf(context), { action: 'push_device_added', userId: actor.userId })
    })
  }),

  route(noticeEndpoints.removeDevice, async (context) => {
    const { db, actor, params } = context
    await db.transaction(async (tx) => {
      if (!(await deletePushDevice(tx, actor.userId, params.pushDeviceId))) throw new AppError('not_found')
      await recordAudit(tx, auditContextOf(context), { action: 'push_device_removed', userId: actor.userId })
    })
  }),

  route(noticeEndpoints.save, async ({ db, actor, body }) => {
    await saveNoticeSettings(db, actor.userId, body)
  }),

  route(noticeEndpoints.testMail, async ({ deps, actor }) => sendTestNotice(deps, actor.userId)),
  route(noticeEndpoints.testDevice, async ({ deps, actor, params }) =>
    sendTestPush(deps, actor.userId, params.pushDeviceId),
  ),

  route(noticeEndpoints.list, async ({ db, actor, query }) => ({
    notices: await listNotices(db, actor.userId, query.before),
  })),
]

/** Nobody is told anything before they ask for it. */
function toSettings(row: NoticeSettingRow | undefined): NoticeSettings {
  if (!row) return { mail: false, types: null, places: null, recovery: true, quiet: null, time_zone: 'UTC' }
  const { company_ids, location_group_ids, location_ids, quiet_from: from, quiet_until: until } = row
  const isEverywhere = company_ids === null && location_group_ids === null && location_ids === null
  return {
    mail: row.mail,
    types: row.types,
    places: isEverywhere
      ? null
      : {
          company_ids: company_ids ?? [],
          location_group_ids: location_group_ids ?? [],
          location_ids: location_ids ?? [],
        },
    recovery: row.recovery,
    quiet: from === null || until === null ? null : { from, until },
    time_zone: row.time_zone,
  }
}
