import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { useStage } from './kit/browser.ts'
import { emails, type Person, password } from './kit/people.ts'
import { usePeopleCloud } from './kit/people-cloud.ts'
import { readCatalogue, words } from './kit/words.ts'

// Names that people choose are text wherever they are shown, and so is the content of a catalogue. Even real
// markup could run nothing: the page's policy forbids it.

const cloud = usePeopleCloud()
const stage = useStage()

const evil = (what: string) =>
  `${what}<img src=/hacked onerror=window.hacked=1>"><script>window.hacked=1</script>`

async function writeAs(person: Person, method: 'POST' | 'PUT', path: string, data: object): Promise<void> {
  const { url } = cloud()
  const context = await stage.browser().newContext({ baseURL: url })
  try {
    const login = { email: emails[person], password, remember: false, staySignedIn: false }
    await context.request.post('/api/auth/login', { data: { data: login } })
    const answer = await context.request.fetch(`/api${path}`, { method, data: { data } })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  } finally {
    await context.close()
  }
}

/** Nothing ran, and nothing was fetched that only markup would fetch. */
async function expectHarmless(page: Page, requested: readonly string[]): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  expect(await page.evaluate('window.hacked'), page.url()).toBe(undefined)
  expect(
    requested.filter((address) => address.includes('/hacked')),
    page.url(),
  ).toEqual([])
}

it('a script in the name of a person, a location, a group or a company is shown as it was typed', async () => {
  const { url } = cloud()
  await writeAs('advanced', 'PUT', '/auth/user', { first_name: evil('Ana'), last_name: evil('Kos') })
  await writeAs('advanced', 'PUT', '/locations/1', { name: evil('Hiša') })
  await writeAs('admin', 'POST', '/companies/1/location-groups', { name: evil('Skupina') })
  await writeAs('admin', 'PUT', '/companies/1/settings', {
    name: evil('Družba'),
    platformName: evil('Platforma'),
    slogan: evil('Geslo'),
  })

  const places: [Person, string, string][] = [
    ['admin', '/overview', 'Družba'],
    ['admin', '/settings/global/companies/1/overview', 'Družba'],
    ['admin', '/settings/global/companies/1/location-groups', 'Skupina'],
    ['admin', '/settings/global/companies/1/users', 'Ana'],
    ['admin', '/settings/global/users', 'Ana'],
    ['admin', '/settings/global/audit-log', 'Ana'],
    ['advanced', '/locations/1', 'Hiša'],
    ['advanced', '/locations/1/charts', 'Hiša'],
    ['advanced', '/locations/1/manage/settings', 'Hiša'],
    ['advanced', '/locations/1/manage/users', 'Ana'],
    ['advanced', '/user/info', 'Kos'],
  ]
  for (const [person, path, name] of places) {
    const page = await stage.open({ url, path: null, person })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(path)
    // As text or in a field, complete and as typed.
    const shown = page.getByText(evil(name)).or(page.locator(`input[value^="${name}<img"]`))
    await shown.first().waitFor({ state: 'attached' })
    await expectHarmless(page, requested)
  }
})

it('a script in a catalogue is text, too', async () => {
  const { url } = cloud()
  const messages = {
    ...readCatalogue('en'),
    'auth.login.heading': evil('Sign in'),
    'auth.login.submit': evil('Go'),
  }
  const context = await stage.browser().newContext({ baseURL: url, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.route(/\/api\/site\/translations\/en/, (route) =>
      route.fulfill({ json: { data: { locale: 'en', messages } } }),
    )
    await page.goto('/auth/login')
    await page.getByRole('heading', { level: 1, name: evil('Sign in') }).waitFor()
    await expectHarmless(page, requested)
  } finally {
    await context.close()
  }
})

it('markup injected into the page would run nothing', async () => {
  const { url } = cloud()
  const context = await stage.browser().newContext({ baseURL: url, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    await page.goto('/auth/login')
    await page.getByRole('button', { name: words('auth.login.submit'), exact: true }).waitFor()
    const blocked = page.evaluate(`new Promise((resolve) => {
      const found = []
      document.addEventListener('securitypolicyviolation', (event) => {
        found.push(event.effectiveDirective)
        if (found.length === 3) resolve(found.sort())
      })
      document.body.insertAdjacentHTML('beforeend', '<img src=/hacked onerror="window.hacked=1">')
      const inline = document.createElement('script')
      inline.textContent = 'window.hacked = 1'
      document.head.append(inline)
      const foreign = document.createElement('script')
      foreign.src = 'https://evil.example/x.js'
      document.head.append(foreign)
    })`)
    expect(await blocked).toEqual(['script-src-attr', 'script-src-elem', 'script-src-elem'])
    expect(await page.evaluate('window.hacked')).toBe(undefined)
  } finally {
    await context.close()
  }
})

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:window.hacked=1',
])('signing in leads to no other site named in the address: %s', async (next) => {
  const { url } = cloud()
  const page = await stage.open({ url, path: `/auth/login?next=${encodeURIComponent(next)}` })
  const left: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) left.push(request.url())
  })
  await page.getByLabel(words('auth.login.email')).fill(emails.basic)
  await page.getByLabel(words('auth.login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('auth.login.submit'), exact: true }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
  expect(new URL(page.url()).origin).toBe(url)
  expect(left).toEqual([])
  expect(await page.evaluate('window.hacked')).toBe(undefined)
})
