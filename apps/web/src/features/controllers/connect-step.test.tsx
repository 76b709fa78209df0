import type { IssuedController } from '@ohmstead/contract/controller-setup'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { queryClient } from '../../shared/query-client.ts'
import { createController } from '../../testing/create-controller.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ConnectStep } from './connect-step.tsx'

/** Sends nothing by itself: the stream may be down, and the answer is requested all the same. */
class SilentStream extends EventTarget {
  static opened: SilentStream[] = []
  constructor() {
    super()
    SilentStream.opened.push(this)
  }
  close(): void {}
}

const issuedAt = 1000
const issued: IssuedController = {
  id: 3,
  unit_id: 'OH-1234',
  kind: 'CONTROLLER',
  location_id: 7,
  protocol: 'ems',
  device_setup: null,
  settings: {
    mqtt: {
      host: 'cloud.example',
      port: 1883,
      tls: false,
      web_socket_url: null,
      client_id: 'OH-1234',
      user: 'OH-1234',
      password: 'secret',
      publish: [],
      subscribe: [],
    },
    http: { data_url: '/data', p1_url: '/p1', dsmr_reader_url: '/dsmr', token: 'token' },
    examples: { mosquitto_pub: 'mosquitto_pub', curl: 'curl', p1: 'curl p1' },
  },
  enrolment: { url: '/enroll', serial: 'OH-1234', secret: 'secret' },
  issued_at: issuedAt,
}
const list = 'GET /locations/:locationId/controllers'
const seen = createController({ last_seen_at: issuedAt + 1 })
const refusedAt = (last_at: number, last_detail = 'it looks like seconds') => ({
  reason: 'too_old' as const,
  count: 1,
  first_at: 0,
  last_at,
  last_detail,
})

beforeEach(() => {
  SilentStream.opened = []
  vi.stubGlobal('EventSource', SilentStream)
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => {
  closeLiveHub()
  vi.useRealTimers()
})

test.each([
  ['is waited for where it was never heard of', { last_seen_at: null }, /^Waiting for the first message/],
  [
    'is waited for where it was heard of with its former credentials only',
    { last_seen_at: issuedAt, refusals: [refusedAt(issuedAt)] },
    /^Waiting for the first message.*You can close this/,
  ],
  ['is found once it is heard of', {}, /^Controller was found!Its readings/],
  [
    'is found, with what was refused of it',
    { refusals: [refusedAt(issuedAt + 1)] },
    /^Controller was found!Something was rejected: Reading too old\.it looks like seconds/,
  ],
  [
    'is found, with the newest of what was refused of it',
    {
      refusals: [
        refusedAt(issuedAt + 1, 'an older one'),
        refusedAt(issuedAt + 3),
        refusedAt(issuedAt + 2, 'an older one'),
      ],
    },
    /^Controller was found!Something was rejected: Reading too old\.it looks like seconds/,
  ],
])('a controller with fresh credentials %s', async (_, change, expected) => {
  // Another one of the location, in the opposite state.
  const isSilent = 'last_seen_at' in change
  const neighbour = { ...seen, id: 2, last_seen_at: isSilent ? issuedAt + 1 : null }
  const api = fakeApi({ [list]: () => ({ controllers: [neighbour, { ...seen, ...change }] }) })
  await renderPage(<ConnectStep issued={issued} onClose={() => undefined} />)
  await expect.poll(() => queryClient.isFetching() === 0 && api.sent.length > 0).toBe(true)
  const open = screen.getByRole('button', { name: 'Open the overview' })
  await expect.poll(() => open.parentElement!.textContent).toMatch(expected)
})

/** A controller that is silent until `speak`. */
async function showSilent() {
  let last_seen_at: number | null = null
  const api = fakeApi({ [list]: () => ({ controllers: [{ ...seen, last_seen_at }] }) })
  const onClose = vi.fn()
  const shown = await renderPage(<ConnectStep issued={issued} onClose={onClose} />)
  await expect.poll(() => queryClient.isFetching() === 0 && api.sent.length > 0).toBe(true)
  const speak = () => {
    last_seen_at = issuedAt + 1
  }
  return { ...shown, onClose, speak, countAsked: () => api.sent.length }
}
const isFound = () => screen.queryByText('Controller was found!') !== null

test('a controller is found within seconds, without the stream', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { speak, countAsked } = await showSilent()
  const asked = countAsked()
  speak()
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(countAsked()).toBe(asked + 1)
  await expect.poll(isFound).toBe(true)
})

test('a controller is checked at once when the stream reports that it is connected, and no other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { speak, countAsked } = await showSilent()
  const asked = countAsked()
  const tell = (controller_id: number) =>
    act(async () => {
      const data = JSON.stringify({ location_id: 7, controller_id, online: true })
      SilentStream.opened[0]!.dispatchEvent(new MessageEvent('controller', { data }))
    })
  await tell(4)
  expect(countAsked()).toBe(asked)
  speak()
  await tell(3)
  expect(countAsked()).toBe(asked + 1)
  await expect.poll(isFound).toBe(true)
})

test('the overview of its location opens in place of the dialog', async () => {
  const { user, path, onClose } = await showSilent()
  await user.click(screen.getByRole('button', { name: 'Open the overview' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  await expect.poll(path).toBe('/locations/7')
})

test.each([
  [true, 'TLS'],
  [false, 'None'],
])('what to type into the device says whether the broker encrypts (%s)', async (tls, expected) => {
  fakeApi({ [list]: () => ({ controllers: [] }) })
  const mqtt = { ...issued.settings.mqtt, tls }
  const told = { ...issued, settings: { ...issued.settings, mqtt } }
  await renderPage(<ConnectStep issued={told} onClose={() => undefined} />)
  const name = screen.getByText('Encryption', { selector: 'dt' })
  expect(name.nextElementSibling!.textContent).toBe(expected)
})

test('a hub whose values mean nothing yet leads to where they are chosen', async () => {
  fakeApi({ [list]: () => ({ controllers: [seen] }) })
  const device_setup: IssuedController['device_setup'] = {
    ...{ protocol: 'homeassistant', title: 'Home Assistant', tried: 'messages', steps: ['choose_meaning'] },
    ...{ fields: [], snippet: null, qr: null },
  }
  await renderPage(<ConnectStep issued={{ ...issued, device_setup }} onClose={() => undefined} />)
  await screen.findByText(/say what its values mean/)
  const link = screen.getByRole('link', { name: 'What values mean' })
  expect(link.getAttribute('href')).toBe('/locations/7/manage/oem-devices/3/mapping')
})
