import { QueryObserver } from '@tanstack/react-query'
import { fireEvent } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../shared/query-client.ts'
import { call } from './call.ts'

let asked: (string | null)[]
beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('x-unattended'))
    return Response.json({ data: { jobs: [] } })
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['a touch', () => fireEvent.pointerDown(document.body)],
  ['a key', () => fireEvent.keyDown(document.body)],
  ['the wheel', () => fireEvent.wheel(document.body)],
  ['a click that no finger made', () => fireEvent.click(document.body)],
  ['a text put in by another program', () => fireEvent.input(document.body)],
] as const)(
  'what a page asks within a minute of %s is a use of the session, and no longer',
  async (_, act) => {
    fireEvent.pointerDown(document.body)
    vi.advanceTimersByTime(61_000)
    await call('GET /jobs')
    act()
    vi.advanceTimersByTime(59_000)
    await call('GET /jobs')
    vi.advanceTimersByTime(2000)
    await call('GET /jobs')
    expect(asked).toEqual(['true', null, 'true'])
  },
)

test('queries by a timer, or after a live event, do not count as use once nobody is there', async () => {
  fireEvent.pointerDown(document.body)
  const query = {
    queryKey: ['watched'],
    queryFn: () => call('GET /jobs'),
    refetchInterval: 60_100,
    refetchIntervalInBackground: true,
  }
  const leave = new QueryObserver(queryClient, query).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(181_000)
  await queryClient.invalidateQueries({ queryKey: ['watched'] })
  leave()
  expect(asked).toEqual([null, 'true', 'true', 'true', 'true'])
})
