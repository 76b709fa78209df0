import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedOutHandler } from '../lib/call.ts'
import { admitPerson, isStoring, readStored, writeStored } from '../lib/local-store.ts'
import { queryClient } from '../shared/query-client.ts'
import { beginSession, forgetPerson, getUser, setUser, userQuery } from '../shared/session/current-user.ts'
import { fakeApi, Refusal } from '../testing/fake-api.ts'
import { createPerson } from '../testing/person.ts'
import { followPerson } from './follow-person.ts'

const assign = vi.fn()
const onSignedOut = vi.fn()
let end = () => {}
let otherTab: BroadcastChannel

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  vi.stubGlobal('location', { ...window.location, assign })
  setSignedOutHandler(onSignedOut)
  queryClient.clear()
  setUser(createPerson({ id: 1 }))
  otherTab = new BroadcastChannel('ohmstead-person')
})
afterEach(() => {
  end()
  otherTab.close()
  vi.unstubAllGlobals()
  setSignedOutHandler(() => {})
  assign.mockReset()
  onSignedOut.mockReset()
  admitPerson()
  localStorage.clear()
  setUser(null)
})

test('somebody else who signs in in another tab finds nothing of the last person in this one', async () => {
  fakeApi({ 'GET /auth/user': () => ({ user: createPerson({ id: 2 }) }) })
  end = followPerson()
  writeStored('breadcrumbs', 'Mill')
  otherTab.postMessage(2)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(readStored('breadcrumbs')).toBeNull()
  expect(isStoring()).toBe(false)
})

test('also while an answer about the last person is still under way', async () => {
  const answer = Promise.withResolvers<void>()
  let person = 1
  const api = fakeApi({
    'GET /auth/user': async () => {
      const user = createPerson({ id: person })
      if (person === 1) await answer.promise
      return { user }
    },
  })
  end = followPerson()
  const asked = queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  await vi.waitFor(() => expect(api.sentTo('GET /auth/user')).toHaveLength(1))
  person = 2
  otherTab.postMessage(2)
  await new Promise((resolve) => setTimeout(resolve, 20))
  answer.resolve()
  await asked
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
})

test('also where that answer fails', async () => {
  const answer = Promise.withResolvers<void>()
  let isFirst = true
  const api = fakeApi({
    'GET /auth/user': async () => {
      if (!isFirst) return { user: createPerson({ id: 2 }) }
      isFirst = false
      await answer.promise
      throw new Refusal('unavailable')
    },
  })
  end = followPerson()
  const asked = queryClient.fetchQuery({ ...userQuery, staleTime: 0, retry: false }).catch(() => {})
  await vi.waitFor(() => expect(api.sentTo('GET /auth/user')).toHaveLength(1))
  otherTab.postMessage(2)
  await new Promise((resolve) => setTimeout(resolve, 20))
  answer.resolve()
  await asked
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
})

test('also where the server cannot be asked who it is', async () => {
  fakeApi({
    'GET /auth/user': () => {
      throw new Refusal('unavailable')
    },
  })
  end = followPerson()
  otherTab.postMessage(2)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
})

test('a sign-out in another tab is one here', async () => {
  fakeApi({
    'GET /auth/user': () => {
      throw new Refusal('not_signed_in')
    },
  })
  end = followPerson()
  otherTab.postMessage(null)
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalled())
  expect(assign).not.toHaveBeenCalled()
})

test('a tab that was signed out by mistake signs out no other, and the same person is not asked for again', async () => {
  const api = fakeApi({ 'GET /auth/user': () => ({ user: createPerson({ id: 1 }) }) })
  end = followPerson()
  otherTab.postMessage(1)
  otherTab.postMessage(null)
  await vi.waitFor(() => expect(api.sentTo('GET /auth/user')).toHaveLength(1))
  await queryClient.fetchQuery(userQuery)
  expect(getUser()?.id).toBe(1)
  expect(assign).not.toHaveBeenCalled()
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('other tabs learn who is here when the page starts, at sign-in and at sign-out', async () => {
  fakeApi({})
  const heard: unknown[] = []
  otherTab.onmessage = ({ data }) => heard.push(data)
  end = followPerson()
  beginSession(createPerson({ id: 3 }))
  forgetPerson()
  await vi.waitFor(() => expect(heard).toEqual([1, 3, null]))
})

test('an answer that names another person than the one on the screen restarts the application', async () => {
  fakeApi({ 'GET /auth/user': () => ({ user: createPerson({ id: 2 }) }) })
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  expect(assign).toHaveBeenCalledWith('/')
})
