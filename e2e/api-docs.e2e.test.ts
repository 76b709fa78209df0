import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { useStage } from './kit/browser.ts'
import { usePeopleCloud } from './kit/people-cloud.ts'

const cloud = usePeopleCloud()
const stage = useStage()

/** Opens the form of the call on the page, and sends it; returns the status of its answer. */
async function tryCall(page: Page, method: string, path: string): Promise<number> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === `/api${path}`)
  await page.getByRole('button', { name: `Test Request (${method} ${path})` }).click()
  await page.getByRole('button', { name: `Send ${method} request` }).click()
  return (await answer).status()
}

it('the API reference can be searched and tried with one’s own session, contacts nobody else, and fits a phone', async () => {
  const { url } = cloud()
  const page = await stage.open({ url, person: 'user', path: null })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: 'Ohmstead', level: 1 }).waitFor()
  await page
    .getByRole('button', { name: /search/i })
    .first()
    .click()
  await page.getByRole('combobox').fill('the signed-in user')
  await page.getByRole('option', { name: /The signed-in user/ }).click()
  expect(await tryCall(page, 'get', '/auth/user')).toBe(200)
  await page.goto('/api/docs#tag/signing-in/POST/auth/logout')
  await page.reload()
  expect(await tryCall(page, 'post', '/auth/logout')).toBe(204)
  expect(asked.filter((address) => !address.startsWith(url) && !/^(data|blob):/.test(address))).toEqual([])

  // On a phone the contents are behind a button.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: 'Ohmstead', level: 1 }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.getByRole('button', { name: 'Open Menu' }).click()
  await page.getByRole('link', { name: /Sign in with a password/ }).waitFor()
})
