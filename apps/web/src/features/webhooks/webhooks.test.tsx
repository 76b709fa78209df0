import type { WebhookView } from '@ohmstead/contract/webhooks'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCompany } from '../../testing/create-company.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

const list = 'GET /companies/:companyId/webhooks'
const create = 'POST /companies/:companyId/webhooks'
const hook: WebhookView = {
  ...{ id: 3, url: 'https://ops.example.com/alarms', types: null, location: null, created_at: 0 },
  ...{ created_by: 'Ana Novak', waiting: 0, failing_since: null, last_failure: null, next_try_at: null },
  ...{ stopped_at: null, stop_reason: null, old_secret_until: null },
}
const show = () =>
  renderPage(<WebhooksPage />, {
    ...{
      at: '/settings/global/companies/5/webhooks',
      pattern: '/settings/global/companies/$companyId/webhooks',
    },
    person: createPerson({ id: 1 }),
  })

test('the page of a company says whose it is', async () => {
  fakeApi({
    [list]: () => ({ webhooks: [] }),
    'GET /companies': () => ({
      companies: [createCompany({ id: 5, name: 'Sun' }), createCompany({ id: 6 })],
    }),
  })
  await show()
  await screen.findByText(/^Sun · Each alarm can also go/)
})

test('a new one shows its secret once', async () => {
  let webhooks: WebhookView[] = []
  const api = fakeApi({
    [list]: () => ({ webhooks }),
    [create]: () => {
      webhooks = [hook]
      return { id: 3, secret: 'whsec_c2VjcmV0' }
    },
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  await user.type(screen.getByRole('textbox', { name: /^Address/ }), hook.url)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeTruthy()
  expect(api.sentTo(create)[0]?.body).toEqual({ url: hook.url, types: null })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull()
  expect(await screen.findByRole('region', { name: hook.url })).toBeTruthy()
})

test('one that was stopped says so and goes on with a press; a test shows what became of it', async () => {
  let webhooks: WebhookView[] = [{ ...hook, stopped_at: 1, stop_reason: 'failing' }]
  const api = fakeApi({
    [list]: () => ({ webhooks }),
    'POST /companies/:companyId/webhooks/:webhookId/resume': () => {
      webhooks = [hook]
      return undefined
    },
    'POST /companies/:companyId/webhooks/:webhookId/test': () => undefined,
    'GET /companies/:companyId/webhooks/:webhookId/deliveries': () => ({
      deliveries: [
        {
          ...{ id: 9, kind: 'test', type: null, alarm_id: null, location_id: null, location_name: null },
          ...{ state: 'failed', reason: 'status 500', attempts: 1, created_at: 0, done_at: 0 },
        },
      ],
    }),
  })
  const { user } = await show()
  const status = (await screen.findByText('Stopped: every try failed for a day.')).parentElement!
  await user.click(within(status).getByRole('button', { name: 'Go on' }))
  await expect.poll(() => screen.queryByText(/^Stopped/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText(/HTTP 500/)).toBeTruthy()
  expect(api.sentTo('POST /companies/:companyId/webhooks/:webhookId/test')).toHaveLength(1)
})

test('address and types are changed, and that both keys sign is said', async () => {
  let webhooks: WebhookView[] = [{ ...hook, types: ['ERROR'], old_secret_until: Date.UTC(2026, 5, 2, 8) }]
  const change = 'PUT /companies/:companyId/webhooks/:webhookId'
  const api = fakeApi({
    [list]: () => ({ webhooks }),
    [change]: ({ body }) => {
      webhooks = [{ ...hook, url: (body as { url: string }).url }]
      return undefined
    },
  })
  const { user } = await show()
  expect(await screen.findByText(/also signed with the old key/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ })
  expect(address.value).toBe(hook.url)
  await user.type(address, '/new')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('region', { name: `${hook.url}/new` })).toBeTruthy()
  expect(api.sentTo(change)).toMatchObject([{ body: { url: `${hook.url}/new`, types: ['ERROR'] } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a location’s own is changed by its location, also from the page of the company', async () => {
  const location = { id: 7, name: 'Home' }
  const remove = 'DELETE /locations/:locationId/webhooks/:locationWebhookId'
  const api = fakeApi({ [list]: () => ({ webhooks: [{ ...hook, location }] }), [remove]: () => undefined })
  const { user } = await show()
  expect(await screen.findByText(/Home · Ana Novak/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => api.sentTo(remove).length).toBe(1)
})
