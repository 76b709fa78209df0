import type { IssuedController } from '@ohmstead/contract/controllers'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { queryClient } from '../../shared/query-client.ts'
import { createController } from '../../testing/create-controller.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ConnectStep } from './connect-step.tsx'

/** The stream may be away; the answer is asked for all the same. */
class SilentStream extends EventTarget {
  close(): void {}
}

const issuedAt = 1000
const issued: IssuedController = {
  id: 3,
  unit_id: 'OH-1234',
  kind: 'CONTROLLER',
  location_id: 7,
  settings: {
    mqtt: {
      host: 'cloud.example',
      port: 1883,
      tls: false,
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
const heardOf = createController({ last_seen_at: issuedAt + 1 })
const refusedAt = (last_at: number) => ({
  reason: 'too_old' as const,
  count: 1,
  first_at: 0,
  last_at,
  last_detail: 'it looks like seconds',
})

afterEach(() => closeLiveHub())

test.each([
  ['is waited for where it was never heard of', { last_seen_at: null }, /^Waiting for the first message/],
  [
    'is waited for where it was heard of with its former credentials only',
    { last_seen_at: issuedAt - 1, refusals: [refusedAt(issuedAt - 1)] },
    /^Waiting for the first message.*You can close this/,
  ],
  ['is found once it is heard of', {}, /^Controller was found!Its readings/],
  [
    'is found, with what was refused of it',
    { refusals: [refusedAt(issuedAt + 1)] },
    /^Controller was found!Something was refused: Reading too old\.it looks like seconds/,
  ],
])('a controller with fresh credentials %s', async (_, change, expected) => {
  vi.stubGlobal('EventSource', SilentStream)
  const api = fakeApi({
    'GET /locations/:locationId/controllers': () => ({ controllers: [{ ...heardOf, ...change }] }),
  })
  await renderPage(<ConnectStep issued={issued} onClose={() => undefined} />)
  await expect.poll(() => queryClient.isFetching() === 0 && api.sent.length > 0).toBe(true)
  const open = screen.getByRole('button', { name: 'Open the overview' })
  await expect.poll(() => open.parentElement!.textContent).toMatch(expected)
})
