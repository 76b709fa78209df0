import { webhookEndpoints } from '@ohmstead/contract/webhooks'
import { type Route, route } from '../../route.ts'
import {
  changeWebhook,
  createWebhook,
  goOnWithWebhook,
  readDeliveries,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
} from './change-webhook.ts'
import { listWebhooks } from './webhook-queries.ts'

const ofCompany = ({ companyId }: { companyId: number }) => ({ companyId })
const ofLocation = ({ locationId }: { locationId: number }) => ({ locationId })

export const webhookRoutes: Route[] = [
  route(webhookEndpoints.list, async ({ db, deps, params }) => ({
    webhooks: await listWebhooks(db, ofCompany(params), deps.clock.now()),
  })),
  route(webhookEndpoints.create, (context) =>
    createWebhook(context, ofCompany(context.params), context.body),
  ),
  route(webhookEndpoints.change, async (context) => {
    await changeWebhook(context, ofCompany(context.params), context.params.webhookId, context.body)
    context.deps.notices.wake()
  }),
  route(webhookEndpoints.remove, (context) =>
    removeWebhook(context, ofCompany(context.params), context.params.webhookId),
  ),
  route(webhookEndpoints.renew, (context) =>
    renewWebhookSecret(context, ofCompany(context.params), context.params.webhookId),
  ),
  route(webhookEndpoints.resume, async (context) => {
    await goOnWithWebhook(context, ofCompany(context.params), context.params.webhookId)
    context.deps.notices.wake()
  }),
  route(webhookEndpoints.test, async (context) => {
    await testWebhook(context, ofCompany(context.params), context.params.webhookId)
    context.deps.notices.wake()
  }),
  route(webhookEndpoints.deliveries, async (context) => {
    const { params, query } = context
    return { deliveries: await readDeliveries(context, ofCompany(params), params.webhookId, query.before) }
  }),

  route(webhookEndpoints.locationList, async ({ db, deps, params }) => ({
    webhooks: await listWebhooks(db, ofLocation(params), deps.clock.now()),
  })),
  route(webhookEndpoints.locationCreate, (context) =>
    createWebhook(context, ofLocation(context.params), context.body),
  ),
  route(webhookEndpoints.locationChange, async (context) => {
    await changeWebhook(context, ofLocation(context.params), context.params.locationWebhookId, context.body)
    context.deps.notices.wake()
  }),
  route(webhookEndpoints.locationRemove, (context) =>
    removeWebhook(context, ofLocation(context.params), context.params.locationWebhookId),
  ),
  route(webhookEndpoints.locationRenew, (context) =>
    renewWebhookSecret(context, ofLocation(context.params), context.params.locationWebhookId),
  ),
  route(webhookEndpoints.locationResume, async (context) => {
    await goOnWithWebhook(context, ofLocation(context.params), context.params.locationWebhookId)
    context.deps.notices.wake()
  }),
  route(webhookEndpoints.locationTest, async (context) => {
    await testWebhook(context, ofLocation(context.params), context.params.locationWebhookId)
    context.deps.notices.wake()
  }),
  route(webhookEndpoints.locationDeliveries, async (context) => {
    const { params, query } = context
    const hookId = params.locationWebhookId
    return { deliveries: await readDeliveries(context, ofLocation(params), hookId, query.before) }
  }),
]
