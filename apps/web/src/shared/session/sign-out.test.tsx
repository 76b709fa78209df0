import { afterEach, expect, test, vi } from 'vitest'
import { keepAnswersAhead, takeAnswerAhead } from '../../lib/answers-ahead.ts'
import { admitPerson, writeStored, writeStoredJson } from '../../lib/local-store.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { forgetPerson, getUser, signOut } from './current-user.ts'

afterEach(() => {
  admitPerson()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

function useBrowser() {
  for (const name of ['firstName', 'company', 'sidebar', 'breadcrumbs', 'maintenanceDismissed'] as const)
    writeStored(name, 'Ana')
  for (const name of ['menu', 'lastKnown', 'navigationContext', 'confirmation', 'portal'] as const)
    writeStoredJson(name, { name: 'Prešernova 7' })
  localStorage.setItem('of-somebody-else', 'Ana')
  sessionStorage.setItem('scroll', '/locations/7')
  writeStored('theme', 'dark-blue')
  writeStored('locale', 'de')
}
const left = () => ({ ...localStorage })
const impersonal = { 'ohmstead.theme': 'dark-blue', 'ohmstead.locale': 'de' }

test.each([
  ['signing out', signOut],
  ['a session that has ended elsewhere', async () => forgetPerson()],
])('%s leaves nothing of the person in the browser, except how it shows pages', async (_, leave) => {
  fakeApi({ 'POST /auth/logout': () => undefined })
  useBrowser()
  await leave()
  expect(left()).toEqual(impersonal)
  expect(sessionStorage.length).toBe(0)
  expect(getUser()).toBe(null)
})

test('late answers are not stored, until somebody signs in', async () => {
  fakeApi({ 'POST /auth/logout': () => undefined })
  useBrowser()
  await signOut()
  writeStoredJson('menu', { name: 'Prešernova 7' })
  writeStored('breadcrumbs', '/locations/7')
  expect(left()).toEqual(impersonal)
  admitPerson()
  writeStored('breadcrumbs', '/locations/7')
  expect(left()).toMatchObject({ 'ohmstead.breadcrumbs': '/locations/7' })
})

test("the language stays even if the server's answer has cleared the storage", async () => {
  fakeApi({
    'POST /auth/logout': () => {
      localStorage.clear()
      return undefined
    },
  })
  useBrowser()
  await signOut()
  expect(left()).toEqual(impersonal)
})

test('an answer that was requested before is not for whoever signs in next', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(100)
  fakeApi({ 'POST /auth/logout': () => undefined })
  keepAnswersAhead({ '/api/locations/7': Promise.resolve(new Response()) })
  await signOut()
  expect(takeAnswerAhead('/api/locations/7')).toBeUndefined()
})
