import { findNextTry, readRetryAfter } from '@ohmstead/domain/alarms/webhook-rules'
import { ForbiddenAddressError, postOutside } from '../../platform/call-outside.ts'
import type { Db, Transaction } from '../../platform/db/db.ts'
import { createLanes, type Lanes } from '../../platform/lanes.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { recordAudit } from '../audit/record-audit.ts'
import {
  type DueDelivery,
  type DueHook,
  findDueDelivery,
  finishDelivery,
  leaseHook,
  noteFailure,
  noteSuccess,
  releaseHook,
  stopHook,
  takeDueHook,
} from './delivery-queries.ts'
import { signWebhook } from './sign-webhook.ts'

type Needed = Pick<PlatformDeps, 'clock' | 'log' | 'secrets' | 'settings'>

const timeoutMs = 15_000
const leaseMs = 60_000
export const createWebhookSender = (db: Db, deps: Needed): Lanes =>
  createLanes(
    async (except) => {
      const taken = await takeNextDelivery(db, deps, except)
      if (taken === null || taken === 'nothing') return taken
      return { ownerId: taken.hook.created_by, send: () => deliverToHook(db, deps, taken) }
    },
    (error) => deps.log.error({ err: error }, 'webhooks could not be sent'),
  )

interface Taken {
  hook: DueHook
  delivery: DueDelivery
}

function takeNextDelivery(
  db: Db,
  { clock }: Needed,
  except: readonly number[],
): Promise<Taken | 'nothing' | null> {
  return db.transaction(
    async (tx) => {
      const now = clock.now()
      const hook = await takeDueHook(tx, { now, leaseMs }, except)
      if (!hook) return null
      if (!hook.may) {
        await stopForGood(tx, hook, 'no_access', now)
        return 'nothing'
      }
      const delivery = await findDueDelivery(tx, hook.id, now)
      // Another process sent it since this one looked.
      if (!delivery) return 'nothing'
      await leaseHook(tx, { hookId: hook.id, deliveryId: delivery.id, now, until: now + leaseMs })
      return { hook, delivery }
    },
    { priority: 'job' },
  )
}

async function stopForGood(tx: Transaction, hook: DueHook, reason: string, now: number): Promise<void> {
  if (!(await stopHook(tx, hook.id, { reason, now }))) return
  const { company_id: companyId, location_id: locationId } = hook
  const after = { webhookId: hook.id, reason }
  await recordAudit(
    tx,
    { actor: null, address: null, at: now },
    { action: 'webhook_stopped', companyId, locationId, after },
  )
}

async function deliverToHook(db: Db, deps: Needed, { hook, delivery }: Taken): Promise<void> {
  const { clock, log } = deps
  const { status, retryAfter, failure } = await postToHook(deps, hook, delivery).catch((error: Error) => {
    log.warn({ reason: error.message.slice(0, 200), webhook: hook.id }, 'a webhook could not be sent')
    const isForbidden = error instanceof ForbiddenAddressError
    return { status: 0, retryAfter: null, failure: isForbidden ? 'forbidden_address' : 'unreachable' }
  })
  const now = clock.now()
  const isTest = delivery.kind === 'test'
  const failingSince = hook.failing_since ?? now
  const failures = hook.failures + 1
  await db.transaction(async (tx) => {
    if (status >= 200 && status < 300) {
      await finishDelivery(tx, delivery.id, { state: 'sent', reason: null, now })
      return noteSuccess(tx, hook.id)
    }
    const reason = failure ?? `status ${status}`
    const askedMs = readRetryAfter(retryAfter, now)
    if (isTest) {
      await finishDelivery(tx, delivery.id, { state: 'failed', reason, now })
      const next = findNextTry({ failures: hook.failures, failingSince, askedMs, now })
      return releaseHook(tx, hook.id, hook.failing_since === null ? null : next)
    }
    await finishDelivery(tx, delivery.id, { state: 'waiting', reason, now })
    const waitUntil = findNextTry({ failures, failingSince, askedMs, now })
    if (status === 410) return stopForGood(tx, hook, 'gone', now)
    if (waitUntil === null) return stopForGood(tx, hook, 'failing', now)
    return noteFailure(tx, hook.id, { failures, failingSince, reason, waitUntil })
  })
}

async function postToHook({ clock, secrets, settings }: Needed, hook: DueHook, { id, payload }: DueDelivery) {
  const signing = [hook.secret, ...(hook.old_secret ? [hook.old_secret] : [])].map((sealed) =>
    secrets.open(sealed, 'webhook', hook.company_id),
  )
  const headers = signWebhook(signing, { id: `msg_${id}`, at: clock.now(), body: payload })
  const answer = await postOutside(hook.url, {
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Ohmstead-Webhooks' },
    body: Buffer.from(payload),
    mayBePrivate: settings.noticesToPrivateNetworks,
    timeoutMs,
  })
  return { ...answer, failure: null as string | null }
}
