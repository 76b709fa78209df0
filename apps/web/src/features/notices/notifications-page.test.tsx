import type { NoticeSettings, NoticeView } from '@ohmstead/contract/notices'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { NotificationsPage } from './notifications-page.tsx'

const nothing: NoticeSettings = {
  ...{ mail: false, types: null, places: null, recovery: true, quiet: null, time_zone: 'UTC' },
}
const notice = (id: number, change: Partial<NoticeView> = {}): NoticeView => ({
  ...{
    id,
    channel: 'mail',
    kind: 'raised',
    type: 'ERROR',
    alarm_id: 5,
    location_id: 7,
    location_name: 'Home',
  },
  ...{ state: 'sent', reason: null, created_at: 0, due_at: null, done_at: Date.UTC(2026, 5, 1, 8) },
  ...change,
})

function show(settings = nothing, notices: NoticeView[] = [], more: Parameters<typeof fakeApi>[0] = {}) {
  let kept = settings
  const api = fakeApi({
    'GET /notices/settings': () => ({ settings: kept, devices: [], push_key: 'x', is_sending: true }),
    'PUT /notices/settings': ({ body }) => {
      kept = body as NoticeSettings
    },
    'GET /notices': () => ({ notices }),
    'GET /menu': () => ({ structure: [], company: null }),
    ...more,
  })
  const sent = () => api.sentTo('PUT /notices/settings').map(({ body }) => body)
  return { sent, page: renderPage(<NotificationsPage />, { person: createPerson() }) }
}

test('being told by e-mail is one press, and says where to', async () => {
  const { sent, page } = show()
  const { user } = await page
  await user.click(await screen.findByRole('switch', { name: 'By e-mail' }))
  expect(screen.getByText(/^To ana@test\.si\./)).toBeTruthy()
  await expect.poll(sent).toMatchObject([{ mail: true, types: null, places: null }])
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'By e-mail' }).checked).toBe(true)
})

test('a test by e-mail is offered where it is on, says what became of it and is in the log', async () => {
  let isSent = true
  const notices: NoticeView[] = []
  const { page } = show({ ...nothing, mail: true }, notices, {
    'POST /notices/test': () => {
      const outcome = { state: isSent ? 'sent' : 'failed', reason: isSent ? null : 'refused' } as const
      const about = {
        kind: 'test',
        type: null,
        alarm_id: null,
        location_id: null,
        location_name: null,
      } as const
      notices.unshift(notice(notices.length + 1, { ...about, ...outcome }))
      return { is_sent: isSent }
    },
  })
  const { user } = await page
  await user.click(await screen.findByRole('button', { name: 'Send a test' }))
  await screen.findByText('The test is on its way to ana@test.si.')
  expect(await screen.findByText('Test')).toBeTruthy()
  isSent = false
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  await screen.findByText('The test could not be sent.')
})

test('where e-mail is off, no test is offered', async () => {
  const { page } = show()
  await page
  await screen.findByRole('switch', { name: 'By e-mail' })
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
})

test('a choice that cannot be saved is taken back and says why', async () => {
  const { page } = show(nothing, [], {
    'PUT /notices/settings': () => {
      throw new Refusal('unexpected')
    },
  })
  const { user } = await page
  await user.click(await screen.findByRole('switch', { name: 'By e-mail' }))
  await screen.findByRole('alert')
  await expect
    .poll(() => screen.getByRole<HTMLInputElement>('switch', { name: 'By e-mail' }).checked)
    .toBe(false)
})

test('one type less is a choice of the rest, and all of them are also those to come', async () => {
  const { sent, page } = show()
  const { user } = await page
  await user.click(await screen.findByRole('checkbox', { name: 'Off grid' }))
  await expect.poll(() => sent().length).toBe(1)
  expect((sent()[0] as NoticeSettings).types).not.toContain('OFF_GRID')
  await user.click(screen.getByRole('checkbox', { name: 'Off grid' }))
  await expect.poll(() => (sent()[1] as NoticeSettings)?.types).toBeNull()
})

test('quiet hours begin with a night, and are in the zone of the browser', async () => {
  const { sent, page } = show()
  const { user } = await page
  await user.click(await screen.findByRole('switch', { name: 'Quiet hours' }))
  await expect.poll(sent).toMatchObject([{ quiet: { from: 1320, until: 420 } }])
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '06:30' } })
  await expect.poll(() => sent()[1]).toMatchObject({ quiet: { from: 1320, until: 390 } })
})

test('of chosen places none is nothing, which is said', async () => {
  const { sent, page } = show()
  const { user } = await page
  await user.click(await screen.findByRole('radio', { name: 'Chosen ones' }))
  expect(screen.getByText('No place is selected yet, so you get no notifications.')).toBeTruthy()
  await expect.poll(sent).toMatchObject([{ places: { location_ids: [] } }])
})

test('what was sent leads to its alarm, and what was not says why', async () => {
  await show(nothing, [notice(2, { state: 'dropped', reason: 'over', alarm_id: null }), notice(1)]).page
  const link = await screen.findByRole('link', { name: 'Device error' })
  expect(link.getAttribute('href')).toBe('/locations/7/alarms/5')
  const [dropped] = within(link.closest('ul')!).getAllByRole('listitem')
  expect(dropped!.textContent).toMatch(/Not sent.* · was over before$/)
})

test('this browser is turned on once its person agrees, and another is turned off', async () => {
  const subscription = {
    endpoint: 'https://push.example/1',
    toJSON: () => ({ keys: { p256dh: 'key', auth: 'secret' } }),
  }
  let subscribed: typeof subscription | null = null
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () => {
      subscribed = subscription
      return subscription
    },
  }
  const serviceWorker = {
    ready: Promise.resolve({ pushManager }),
    getRegistration: async () => ({ pushManager }),
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }))
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' })
  const other = { id: 4, address: 'ab', browser: 'Firefox', system: 'Linux', created_at: 0 }
  const api = fakeApi({
    'GET /notices/settings': () => ({ settings: nothing, devices: [other], push_key: 'x', is_sending: true }),
    'GET /notices': () => ({ notices: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /notices/devices': () => undefined,
    'DELETE /notices/devices/:pushDeviceId': () => undefined,
  })
  const { user } = await renderPage(<NotificationsPage />, { person: createPerson() })
  await user.click(await screen.findByRole('switch', { name: 'As a notification in this browser' }))
  await expect
    .poll(() => api.sentTo('POST /notices/devices').map(({ body }) => body))
    .toEqual([{ endpoint: subscription.endpoint, p256dh: 'key', auth: 'secret' }])
  // The first change is on its way until its answer is shown.
  const off = screen.getByRole<HTMLButtonElement>('button', { name: 'Turn off Firefox on Linux' })
  await expect.poll(() => off.disabled).toBe(false)
  await user.click(off)
  await expect
    .poll(() => api.sentTo('DELETE /notices/devices/:pushDeviceId').map(({ params }) => params))
    .toEqual([{ pushDeviceId: '4' }])
})
