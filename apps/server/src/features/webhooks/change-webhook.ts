import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import { AppError } from '../../platform/app-error.ts'
import { isCallable } from '../../platform/call-outside.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { type AuditEntry, auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { createWebhookSecret, showSecret } from './sign-webhook.ts'
import { writeTestPayload } from './webhook-payload.ts'
import {
  countWebhooks,
  deleteWebhook,
  holdCompany,
  holdWebhook,
  insertTest,
  insertWebhook,
  listDeliveries,
  resumeWebhook,
  setWebhookSecret,
  updateWebhook,
  type WebhookRow,
  type WebhookScope,
} from './webhook-queries.ts'

type Acting = Parameters<typeof auditContextOf>[0] & {
  db: Queryable & { transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> }
  deps: Pick<PlatformDeps, 'clock' | 'secrets' | 'settings' | 'db'>
  actor: { userId: number }
}

/** So many for a company as a whole, or for one location. */
const mostWebhooks = 10
/** How long both secrets sign, so that a receiver can change at any time of a day. */
const bothSecretsMs = 86_400_000
/** A test shows whether an address answers: enough to set one up, too few to search a network. */
const testLimit = { attempts: 20, windowSeconds: 3600, firstWaitSeconds: 60, longestWaitSeconds: 3600 }

export async function createWebhook(
  context: Acting,
  scope: WebhookScope,
  { url, types }: { url: string; types: AlarmType[] | null },
): Promise<{ id: number; secret: string }> {
  const { db, deps, actor } = context
  if (!isCallable(url, deps.settings.noticesToPrivateNetworks))
    throw new AppError('invalid_request', { fields: { url: 'regex' } })
  const secret = createWebhookSecret()
  const id = await db.transaction(async (tx) => {
    const companyId = await holdCompany(tx, scope)
    if (companyId === undefined) throw new AppError('not_found')
    if ((await countWebhooks(tx, scope)) >= mostWebhooks) throw new AppError('too_many_webhooks')
    const locationId = 'locationId' in scope ? scope.locationId : null
    const sealed = deps.secrets.seal(secret, 'webhook', companyId)
    const made = { secret: sealed, userId: actor.userId, now: deps.clock.now() }
    const webhookId = await insertWebhook(tx, { companyId, locationId, url, types }, made)
    const after = factsOf({ id: webhookId, url, types })
    const entry: AuditEntry = { action: 'webhook_created', companyId, locationId, after }
    await recordAudit(tx, auditContextOf(context), entry)
    return webhookId
  })
  return { id, secret: showSecret(secret) }
}

export async function changeWebhook(
  context: Acting,
  scope: WebhookScope,
  id: number,
  { url, types }: { url: string; types: AlarmType[] | null },
): Promise<void> {
  if (!isCallable(url, context.deps.settings.noticesToPrivateNetworks))
    throw new AppError('invalid_request', { fields: { url: 'regex' } })
  await withWebhook(context, scope, id, async (tx, hook) => {
    const after = { id, url, types }
    // The log says the host only; the same host with another path is a change as well.
    if (hook.url === url && JSON.stringify(hook.types) === JSON.stringify(types)) return
    await updateWebhook(tx, id, after, context.actor.userId)
    await recordAudit(tx, auditContextOf(context), {
      ...{ action: 'webhook_changed', companyId: hook.company_id, locationId: hook.location_id },
      ...{ before: factsOf(hook), after: factsOf(after) },
    })
  })
}

export async function removeWebhook(context: Acting, scope: WebhookScope, id: number): Promise<void> {
  await withWebhook(context, scope, id, async (tx, hook) => {
    await deleteWebhook(tx, id)
    await recordAudit(tx, auditContextOf(context), {
      ...{ action: 'webhook_deleted', companyId: hook.company_id, locationId: hook.location_id },
      before: factsOf(hook),
    })
  })
}

export async function renewWebhookSecret(
  context: Acting,
  scope: WebhookScope,
  id: number,
): Promise<{ secret: string }> {
  const secret = createWebhookSecret()
  await withWebhook(context, scope, id, async (tx, hook) => {
    const sealed = context.deps.secrets.seal(secret, 'webhook', hook.company_id)
    await setWebhookSecret(tx, id, sealed, context.deps.clock.now() + bothSecretsMs)
    await recordAudit(tx, auditContextOf(context), {
      ...{ action: 'webhook_secret_renewed', companyId: hook.company_id, locationId: hook.location_id },
      after: factsOf(hook),
    })
  })
  return { secret: showSecret(secret) }
}

export async function goOnWithWebhook(context: Acting, scope: WebhookScope, id: number): Promise<void> {
  await withWebhook(context, scope, id, async (tx, hook) => {
    await resumeWebhook(tx, id, context.actor.userId)
    await recordAudit(tx, auditContextOf(context), {
      ...{ action: 'webhook_resumed', companyId: hook.company_id, locationId: hook.location_id },
      after: factsOf(hook),
    })
  })
}

export async function testWebhook(context: Acting, scope: WebhookScope, id: number): Promise<void> {
  const { deps, actor } = context
  const now = deps.clock.now()
  await takeAttempt(deps.db, `webhook-test:${actor.userId}`, testLimit, now)
  await withWebhook(context, scope, id, (tx) => insertTest(tx, id, writeTestPayload(now), now))
}

export async function readDeliveries(
  context: Acting,
  scope: WebhookScope,
  id: number,
  before: number | undefined,
) {
  return withWebhook(context, scope, id, (tx) => listDeliveries(tx, id, before))
}

function withWebhook<Result>(
  { db }: Acting,
  scope: WebhookScope,
  id: number,
  work: (tx: Queryable, hook: WebhookRow) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const hook = await holdWebhook(tx, scope, id)
    if (!hook) throw new AppError('not_found')
    return work(tx, hook)
  })
}

const factsOf = ({ id, url, types }: Pick<WebhookRow, 'id' | 'url' | 'types'>) => ({
  ...{ webhookId: id, host: new URL(url).host, types },
})
