import { afterEach, expect, test, vi } from 'vitest'
import { call, noteSessionChange, setSignedOutHandler } from '../../lib/call.ts'
import { admitPerson, isStoring, readStored, writeStored } from '../../lib/local-store.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { startImpersonation, stopImpersonation } from './impersonation.ts'

const assign = vi.fn()

/** A new document. */
function visit(pathname: string, search = '') {
  admitPerson()
  fakeApi({
    'POST /auth/impersonate': () => undefined as never,
    'POST /auth/unimpersonate': () => undefined as never,
  })
  vi.stubGlobal('location', { pathname, search, assign })
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  noteSessionChange(false)
  admitPerson()
  setSignedOutHandler(() => {})
  assign.mockReset()
})

test('stopping an impersonation leads back to the list', async () => {
  visit('/settings/global/companies/3/users', '?search=ana')
  writeStored('menu', 'mine')
  await startImpersonation(5)
  expect(assign).toHaveBeenLastCalledWith('/')
  expect(readStored('menu')).toBeNull()
  expect(isStoring()).toBe(false)
  visit('/locations/7')
  writeStored('menu', 'theirs')
  await stopImpersonation()
  expect(assign).toHaveBeenLastCalledWith('/settings/global/companies/3/users?search=ana')
  expect(readStored('menu')).toBeNull()
  expect(readStored('actedFrom')).toBeNull()
})

test.each([null, '//evil.test/settings/global/', '/locations/7'])(
  'without a list to go back to (%s) the way leads home',
  async (kept) => {
    visit('/locations/7')
    writeStored('actedFrom', kept)
    await stopImpersonation()
    expect(assign).toHaveBeenLastCalledWith('/')
  },
)

test('what the last session still asks for is refused without a sign-out', async () => {
  const onSignedOut = vi.fn()
  setSignedOutHandler(onSignedOut)
  visit('/locations/7')
  const refuse = () => {
    throw new Refusal('not_signed_in')
  }
  fakeApi({
    'GET /menu': refuse,
    'POST /auth/unimpersonate': async () => {
      await call('GET /menu').catch(() => {})
      return undefined as never
    },
  })
  writeStored('actedFrom', '/settings/global/users')
  await stopImpersonation()
  await call('GET /menu').catch(() => {})
  expect(onSignedOut).not.toHaveBeenCalled()
  expect(assign).toHaveBeenLastCalledWith('/settings/global/users')
})

test('a session that has ended leads to the sign-in', async () => {
  const onSignedOut = vi.fn()
  setSignedOutHandler(onSignedOut)
  visit('/locations/7')
  fakeApi({
    'POST /auth/unimpersonate': () => {
      throw new Refusal('not_signed_in')
    },
  })
  await expect(stopImpersonation()).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(onSignedOut).toHaveBeenCalledOnce()
  expect(assign).not.toHaveBeenCalled()
})
