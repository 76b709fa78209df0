import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import { testPassword } from '../apps/server/src/testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
} from '../apps/server/src/testing/test-world.ts'
import { findFreePort } from '../tools/test-run/free-port.ts'
import { useStage } from './kit/browser.ts'
import { fillLogin } from './kit/people-cloud.ts'
import { words } from './kit/words.ts'

// One installation, reached at two addresses that are two sites to a browser: a brand's page, and the API it is directed to.

const stage = useStage()
const email = 'ana@test.si'
let api: string
let brand: string
let stranger: string
let server: TestServer
let other: Server
/** Requests that reached an unlisted address. */
const strayed: string[] = []

beforeAll(async () => {
  other = createServer((request, response) => {
    strayed.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>elsewhere</title>')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  stranger = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const port = await findFreePort()
  api = `http://127.0.0.1:${port}`
  brand = `http://localhost:${port}`
  server = await startTestServer({
    time: Date.now(),
    settings: { port, publicUrl: api, apiHosts: [api], webOrigins: [brand] },
  })
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  const ownerId = await insertUser(db, email, 'ROLE_USER_BASIC')
  const locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  await insertController(db, locationId, [{ key: 'grid', category: 'GRID' }])
  await db.run(sql`insert into setting values ('site', ${JSON.stringify({ host: api })}::jsonb)`)
})
afterAll(async () => {
  await server?.stop()
  other?.close()
})

/** The origins a page contacts, except for its own files. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${origin} ${pathname.slice(4)}`)
  })
  return calls
}

describe('a page of a listed origin', () => {
  it('is directed to the named API, signs in there, stays signed in, receives live updates, and signs out', async () => {
    const page = await stage.open({ url: brand, path: '/auth/support' })
    const calls = watchCalls(page)
    await page.goto('/auth/login')
    const live = page.waitForResponse((answer) => answer.url().startsWith(`${api}/api/live`))
    await fillLogin(page, email, testPassword)
    await page.waitForURL(`${brand}/locations/*`)
    expect((await live).status()).toBe(200)
    // Before the site was known, the start-up had contacted the page's own origin.
    const atHome = [...new Set(calls.filter((call) => call.startsWith(brand)))].sort()
    expect(atHome).toEqual([`${brand} /auth/user`, `${brand} /site/info`, `${brand} /site/translations/en`])
    expect(calls).toContain(`${api} /auth/login`)

    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'ohmstead')
    expect(cookie).toMatchObject({ domain: '127.0.0.1', sameSite: 'None', secure: true, httpOnly: true })
    await page.reload()
    await page.waitForURL(`${brand}/locations/*`)
    await page.getByRole('treeitem').first().waitFor()

    // The session of the brand's page does not apply to a direct visit.
    const direct = await page.context().newPage()
    await direct.goto(api)
    // Nobody is there: it is asked to begin, as an installation without a super admin does.
    await direct.waitForURL(`${api}/auth/first-admin*`)
    await direct.close()

    await page.goto('/user/info')
    await page.getByLabel(words('auth.register.first_name')).fill('Anica')
    await page.getByRole('button', { name: words('common.action.save') }).click()
    await page.getByText(words('account.info.saved')).waitFor()
    expect(await server.db.row(sql`select first_name from app_user where email = ${email}`)).toEqual({
      first_name: 'Anica',
    })
    await page.getByRole('button', { name: words('navigation.user.menu') }).click()
    await page.getByRole('menuitem', { name: words('navigation.user.sign_out') }).click()
    await page.waitForURL(`${brand}/auth/login*`)
    expect((await page.context().cookies()).filter(({ name }) => name === 'ohmstead')).toEqual([])
  })

  it('offers no way to sign in that leads to another origin', async () => {
    const page = await stage.open({ url: brand, path: '/auth/login' })
    await page.getByLabel(words('auth.login.email')).waitFor()
    expect(await page.getByRole('button', { name: words('auth.login.by_passkey') }).count()).toBe(0)
  })
})

describe('an unlisted origin', () => {
  it('is not named by the site, so that the page stays with its own', async () => {
    await server.db.run(
      sql`update setting set value = ${JSON.stringify({ host: stranger })}::jsonb where key = 'site'`,
    )
    const page = await stage.open({ url: brand, path: '/auth/support' })
    const calls = watchCalls(page)
    await page.goto('/auth/login')
    await fillLogin(page, email, testPassword)
    await page.waitForURL(`${brand}/locations/*`)
    expect(calls.filter((call) => !call.startsWith(brand))).toEqual([])
    expect(strayed).toEqual([])
  })

  it('gets nothing even from a forged answer', async () => {
    // A separate window: the browser's console message about the refusal is expected here.
    const context = await stage.browser().newContext({ baseURL: brand, locale: 'en-GB' })
    await context.route('**/api/site/info*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { data: { ...body.data, host: stranger } } })
    })
    const page = await context.newPage()
    const refusal = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()))
    await page.goto('/auth/login')
    expect((await refusal).text()).toContain(stranger)
    expect(strayed).toEqual([])
    await context.close()
  })

  it('cannot use the session of a signed-in person', async () => {
    const context = await stage.browser().newContext()
    const signedIn = await context.newPage()
    await signedIn.goto(`${api}/auth/login`)
    const login = await context.request.post(`${api}/api/auth/login`, {
      data: { data: { email, password: testPassword, remember: false, staySignedIn: false } },
    })
    expect(login.ok()).toBe(true)
    const page = await context.newPage()
    // The same host name with another port: the closest that a stranger can come.
    await page.goto(stranger)
    const tries = (await page.evaluate(`Promise.all([
      fetch('${api}/api/auth/user', { credentials: 'include' }),
      fetch('${api}/api/auth/user', { method: 'PUT', credentials: 'include',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'ohmstead' },
        body: '{"data":{"first_name":"Eve","last_name":""}}' }),
      fetch('${api}/api/auth/user', { method: 'PUT', credentials: 'include', mode: 'no-cors',
        headers: { 'content-type': 'text/plain' }, body: '{"data":{"first_name":"Eve","last_name":""}}' }),
    ].map((asked) => asked.then((answer) => answer.status, () => 'refused')))`)) as unknown[]
    expect(tries).toEqual(['refused', 'refused', 'refused'])
    const row = await server.db.row<{ first_name: string }>(
      sql`select first_name from app_user where email = ${email}`,
    )
    expect(row?.first_name).not.toBe('Eve')
    await context.close()
  })
})
