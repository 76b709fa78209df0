import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeAnswerAhead } from '../lib/answers-ahead.ts'
import { admitPerson, stopStoring, wipeStored } from '../lib/local-store.ts'
import { noteAnswer, setProbe } from '../lib/reachability.ts'
import { locationQuery } from '../shared/locations/location-query.ts'
import { peopleQuery } from '../shared/people/people-query.ts'
import { queryClient } from '../shared/query-client.ts'
import { getUser, setUser, userQuery } from '../shared/session/current-user.ts'
import { createSite } from '../testing/create-site.ts'
import { createLocation } from '../testing/location.ts'
import { createPerson } from '../testing/person.ts'
import { forgetLastSeen, readLastSeen, writeLastSeen } from './last-seen.ts'
import { loadStartData } from './start-data.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (path: string, answer: Response) => void kept.set(path, await answer.text()),
    }),
    match: async (path: string) => (kept.has(path) ? new Response(kept.get(path)) : undefined),
    delete: async () => kept.clear(),
  })
  queryClient.clear()
  noteAnswer()
  i18n.loadAndActivate({ locale: 'sv', messages: {} })
})
afterEach(async () => {
  await forgetLastSeen()
  admitPerson()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setProbe(async () => true)
  noteAnswer()
  setUser(null)
})

const minuteAgo = () => Date.now() - 60_000

function seeSomething() {
  setUser(createPerson())
  queryClient.setQueryData(locationQuery(7).queryKey, createLocation({ id: 7, name: 'Mill' }), {
    updatedAt: minuteAgo(),
  })
}

/** The server is away: what start.js asked for early has failed. */
async function openWithoutConnection() {
  queryClient.clear()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const failed = Promise.reject(new TypeError('Failed to fetch'))
  failed.catch(() => {})
  window.ohmsteadStart = { locale: 'en', user: failed, site: failed, messages: failed, ahead: {} }
  setProbe(async () => false)
  await loadStartData()
}

test('without a connection the application starts from what was seen last, as old as it is', async () => {
  const complaint = vi.spyOn(console, 'error')
  seeSomething()
  const { updatedAt } = { updatedAt: queryClient.getQueryState(locationQuery(7).queryKey)!.dataUpdatedAt }
  await writeLastSeen()
  await openWithoutConnection()
  expect(getUser()?.id).toBe(createPerson().id)
  expect(queryClient.getQueryData(locationQuery(7).queryKey)?.name).toBe('Mill')
  expect(queryClient.getQueryState(locationQuery(7).queryKey)?.dataUpdatedAt).toBe(updatedAt)
  expect(queryClient.getQueryState(userQuery.queryKey)?.dataUpdatedAt).toBeLessThanOrEqual(Date.now())
  expect(i18n.locale).toBe('sv')
  expect(complaint).not.toHaveBeenCalled()
})

test('where nothing is kept, it does not start', async () => {
  await expect(openWithoutConnection()).rejects.toThrow('Failed to fetch')
})

test('what administration shows of others is not written down, nor anything while acting as somebody else', async () => {
  seeSomething()
  queryClient.setQueryData(peopleQuery(null, { search: '' }).queryKey, { users: [] } as never)
  await writeLastSeen()
  expect((await readLastSeen())?.answers.map(([key]) => key)).toEqual([['location', 7]])
  await forgetLastSeen()
  setUser(createPerson({ impersonator: { id: 1, email: 'a@test.si' } as never }))
  await writeLastSeen()
  expect(await readLastSeen()).toBeNull()
})

test('it goes with the person, and after a week', async () => {
  seeSomething()
  await writeLastSeen()
  wipeStored()
  await expect.poll(readLastSeen).toBeNull()
  await writeLastSeen()
  expect(await readLastSeen()).not.toBeNull()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
  expect(await readLastSeen()).toBeNull()
  expect(kept.size).toBe(0)
})

test('a start that finds nobody signed in removes it, and uses no answer that was requested early', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(100)
  seeSomething()
  await writeLastSeen()
  setUser(null)
  const answer = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }))
  window.ohmsteadStart = {
    locale: 'en',
    user: answer({ error: { code: 'not_signed_in' } }, 401),
    site: answer({ data: createSite() }),
    messages: answer({ data: { messages: {} } }),
    ahead: { '/api/locations/7': answer({ data: { location: createLocation({ id: 7 }) } }) },
  }
  await loadStartData()
  await expect.poll(readLastSeen).toBeNull()
  expect(takeAnswerAhead('/api/locations/7')).toBeUndefined()
})

test('an answer of unusual size is not written down', async () => {
  seeSomething()
  queryClient.setQueryData(locationQuery(8).queryKey, createLocation({ id: 8, name: 'x'.repeat(400_001) }))
  await writeLastSeen()
  expect((await readLastSeen())?.answers.map(([key]) => key)).toEqual([['location', 7]])
})

test('what is being written while another person comes is removed again, and no more is written', async () => {
  let finish = () => {}
  const put = vi.fn(async (path: string, answer: Response) => {
    kept.set(path, await answer.text())
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  vi.stubGlobal('caches', { ...caches, open: async () => ({ put }) })
  seeSomething()
  const writing = writeLastSeen()
  await vi.waitFor(() => expect(kept.size).toBe(1))
  stopStoring()
  finish()
  await writing
  expect(kept.size).toBe(0)
  await writeLastSeen()
  expect(put).toHaveBeenCalledOnce()
})
