import { afterEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from '../../lib/local-store.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { startImpersonation, stopImpersonation } from './impersonation.ts'

const assign = vi.fn()

function visit(pathname: string, search = '') {
  fakeApi({
    'POST /auth/impersonate': () => undefined as never,
    'POST /auth/unimpersonate': () => undefined as never,
  })
  vi.stubGlobal('location', { pathname, search, assign })
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  assign.mockReset()
})

test('stopping an impersonation leads back to the list', async () => {
  visit('/settings/global/companies/3/users', '?search=ana')
  writeStored('menu', 'mine')
  await startImpersonation(5)
  expect(assign).toHaveBeenLastCalledWith('/')
  expect(readStored('menu')).toBeNull()
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
