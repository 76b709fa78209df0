import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../shared/live/browser-live-hub.ts'
import { fakeApi, Refusal } from '../testing/fake-api.ts'
import { createLocation } from '../testing/location.ts'
import { renderPage } from '../testing/render-page.tsx'
import { BottomBar } from './bottom-bar.tsx'

beforeEach(() => {
  class SilentStream {
    addEventListener() {}
    close() {}
  }
  vi.stubGlobal('EventSource', SilentStream)
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => closeLiveHub())

test.each([
  [true, 1],
  [false, 0],
])(
  'a location that exists (%s) has a bar with its pages, one that does not has none',
  async (exists, bars) => {
    const refuse = () => {
      throw new Refusal('not_found')
    }
    const api = fakeApi({
      'GET /locations/:locationId': () => (exists ? { location: createLocation() } : refuse()),
      'GET /locations/:locationId/alarms': refuse,
    })
    await renderPage(<BottomBar />, { at: '/locations/7', pattern: '/locations/$locationId' })
    await expect.poll(() => api.sentTo('GET /locations/:locationId').length).toBe(1)
    await expect.poll(() => screen.queryAllByRole('link', { name: 'Charts' }).length).toBe(bars)
  },
)
