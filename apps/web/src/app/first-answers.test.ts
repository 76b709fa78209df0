import type { UserView } from '@ohmstead/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { devicesQuery } from '../shared/portal/portal-query.ts'
import { queryClient } from '../shared/query-client.ts'
import { awaitFirstAnswers } from './first-answers.ts'

const session = vi.hoisted(() => ({ user: null as UserView | null }))
vi.mock('../shared/session/current-user.ts', () => ({ getUser: () => session.user }))
const calculations = '/external/integrations/moj-elektro/calculations'
const answer = (body: object) => new Response(JSON.stringify({ data: body }))

beforeEach(() => {
  session.user = { id: 1 } as UserView
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('the metering points are there before the calculations are drawn', async () => {
  vi.stubGlobal('fetch', async () => answer({ devices: [] }))
  await awaitFirstAnswers(calculations)
  expect(queryClient.getQueryData(devicesQuery.queryKey)).toEqual([])
})

test('a slow answer holds nothing up', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const waited = awaitFirstAnswers(calculations)
  await vi.advanceTimersByTimeAsync(250)
  await expect(waited).resolves.toBeUndefined()
})

test.each([
  ['other pages', '/locations/1', { id: 1 }],
  ['people who are not signed in', calculations, null],
])('%s ask for nothing', async (_, path, user) => {
  session.user = user as UserView | null
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  await awaitFirstAnswers(path)
  expect(fetched).not.toHaveBeenCalled()
})
