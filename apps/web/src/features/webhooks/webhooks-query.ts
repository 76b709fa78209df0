import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Whose alarms they are told: of all locations of a company, or of one location. */
export type WebhookPlace = { companyId: number } | { locationId: number }

export const webhooksKey = ['webhooks'] as const
const pageSize = 50

const keyOf = (place: WebhookPlace) =>
  'locationId' in place ? `location-${place.locationId}` : `company-${place.companyId}`

export const webhooksQuery = (place: WebhookPlace) =>
  queryOptions({
    queryKey: [...webhooksKey, keyOf(place)],
    queryFn: ({ signal }) =>
      'locationId' in place
        ? call('GET /locations/:locationId/webhooks', { params: place, signal })
        : call('GET /companies/:companyId/webhooks', { params: place, signal }),
    // Whether a receiver answers changes by itself.
    refetchInterval: 15_000,
  })

/** What a webhook was sent, the newest first. */
export const deliveriesQuery = (place: WebhookPlace, id: number) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey, 'log', id],
    queryFn: ({ signal, pageParam }) => {
      const query = { before: pageParam }
      return 'locationId' in place
        ? call('GET /locations/:locationId/webhooks/:locationWebhookId/deliveries', {
            ...{ params: { ...place, locationWebhookId: id }, query, signal },
          })
        : call('GET /companies/:companyId/webhooks/:webhookId/deliveries', {
            ...{ params: { ...place, webhookId: id }, query, signal },
          })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ deliveries }) => (deliveries.length < pageSize ? undefined : deliveries.at(-1)?.id),
    // A test is on its way for a moment only.
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries.some((one) => one.state === 'waiting') ? 1500 : 15_000,
  })

export const createWebhook = (place: WebhookPlace, body: { url: string; types: AlarmType[] | null }) =>
  'locationId' in place
    ? call('POST /locations/:locationId/webhooks', { params: place, body })
    : call('POST /companies/:companyId/webhooks', { params: place, body })

export const changeWebhook = (
  place: WebhookPlace,
  id: number,
  body: { url: string; types: AlarmType[] | null },
) =>
  'locationId' in place
    ? call('PUT /locations/:locationId/webhooks/:locationWebhookId', {
        ...{ params: { ...place, locationWebhookId: id }, body },
      })
    : call('PUT /companies/:companyId/webhooks/:webhookId', { params: { ...place, webhookId: id }, body })

export const removeWebhook = (place: WebhookPlace, id: number) =>
  'locationId' in place
    ? call('DELETE /locations/:locationId/webhooks/:locationWebhookId', {
        params: { ...place, locationWebhookId: id },
      })
    : call('DELETE /companies/:companyId/webhooks/:webhookId', { params: { ...place, webhookId: id } })

export const renewSecret = (place: WebhookPlace, id: number) =>
  'locationId' in place
    ? call('POST /locations/:locationId/webhooks/:locationWebhookId/secret', {
        params: { ...place, locationWebhookId: id },
      })
    : call('POST /companies/:companyId/webhooks/:webhookId/secret', { params: { ...place, webhookId: id } })

export const resumeWebhook = (place: WebhookPlace, id: number) =>
  'locationId' in place
    ? call('POST /locations/:locationId/webhooks/:locationWebhookId/resume', {
        params: { ...place, locationWebhookId: id },
      })
    : call('POST /companies/:companyId/webhooks/:webhookId/resume', { params: { ...place, webhookId: id } })

export const testWebhook = (place: WebhookPlace, id: number) =>
  'locationId' in place
    ? call('POST /locations/:locationId/webhooks/:locationWebhookId/test', {
        params: { ...place, locationWebhookId: id },
      })
    : call('POST /companies/:companyId/webhooks/:webhookId/test', { params: { ...place, webhookId: id } })
