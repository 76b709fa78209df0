import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { useStage } from './kit/browser.ts'
import { emails, type Person, password, signInByCall } from './kit/people.ts'
import { eitherWords, words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

async function signIn(person: Person, options: { path?: string; secret?: string } = {}) {
  const page = await stage.open({ url, path: options.path ?? '/' })
  await page.getByLabel(words('auth.login.email')).fill(emails[person])
  await page.getByLabel(words('auth.login.password'), { exact: true }).fill(options.secret ?? password)
  await page.getByRole('button', { name: words('auth.login.submit') }).click()
  return page
}

/** Requests of a page without a signed-in user; those of the sign-in itself do not count. */
function watchAfterSignOut(page: Page): string[] {
  const asked: string[] = []
  let isSignedOut = false
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/auth/logout')) isSignedOut = true
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isSignedOut && /^\/api\/(?!auth|site)/.test(pathname)) asked.push(pathname)
  })
  return asked
}

describe('signing in', () => {
  it.each([
    ['admin', /\/overview$/],
    ['aggregator', /\/companies\/\d+\/location-groups\/\d+\/charts/],
    ['advanced', /\/locations\/\d+$/],
    ['basic', /\/locations\/\d+$/],
    ['user', /\/locations\/\d+$/],
    ['newcomer', /\/setup$/],
  ] as const)('takes %s to where their work begins, and out again', async (person, address) => {
    const page = await signIn(person)
    await page.waitForURL(address)
    await page.getByRole('button', { name: eitherWords('navigation.user.menu') }).click()
    const asked = watchAfterSignOut(page)
    await page.getByRole('menuitem', { name: eitherWords('navigation.user.sign_out') }).click()
    await page.waitForURL(/\/auth\/login/)
    await page.locator('input[name=email]').waitFor()
    expect(asked).toEqual([])
    const left = `[...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((name) => !/^ohmstead\\.(theme|siteTheme|locale)$/.test(name))`
    expect(await page.evaluate(left)).toEqual([])
    await page.goto('/user/settings')
    await page.waitForURL(/\/auth\/login/)
  })

  it('signs out every tab of the browser', async () => {
    const page = await stage.open({ url, person: 'advanced', path: '/user/settings' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/user/settings')
    await other.getByRole('button', { name: eitherWords('navigation.user.menu') }).click()
    await other.getByRole('menuitem', { name: eitherWords('navigation.user.sign_out') }).click()
    await page.waitForURL(/\/auth\/login/)
  })

  it('shows nothing of the last person in another tab once somebody else has come', async () => {
    const page = await stage.open({ url, person: 'advanced', path: '/user/settings' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await signInByCall(page.context(), 'basic', { locale: 'en', theme: null })
    const other = await page.context().newPage()
    await other.goto('/user/settings')
    await page.waitForURL(/\/locations\/\d+$/)
    await page.getByRole('button', { name: eitherWords('navigation.user.menu') }).click()
    await page.getByText(emails.basic).waitFor()
  })

  it('refuses a wrong password without revealing whether the person exists', async () => {
    const page = await signIn('advanced', { secret: 'wrong' })
    expect(await page.getByRole('alert').textContent()).toBe(words('errors.invalid_credentials'))
    expect(page.url()).toMatch(/\/auth\/login/)
  })

  it('names missing input beside its field', async () => {
    const page = await stage.open({ url, path: '/auth/login' })
    await page.getByRole('button', { name: words('auth.login.submit') }).click()
    const email = page.getByLabel(words('auth.login.email'))
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('E-mail is required.').waitFor()
    await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('email')
  })

  it('continues to the requested page', async () => {
    const page = await signIn('basic', { path: '/user/settings' })
    await page.waitForURL(/\/user\/settings$/)
  })

  it('never leads to another site', async () => {
    const page = await signIn('basic', { path: '/auth/login?next=//evil.test/' })
    await page.waitForURL(/\/locations\/\d+$/)
    expect(page.url().startsWith(url)).toBe(true)
  })
})

describe('a restricted page', () => {
  it.each([
    ['basic', '/overview', /\/locations\/\d+$/],
    ['basic', '/settings/global', /\/locations\/\d+$/],
    ['admin', '/setup', /\/overview$/],
    ['newcomer', '/overview', /\/setup$/],
    ['admin', '/auth/login', /\/overview$/],
  ] as const)('redirects %s from %s to where they are allowed', async (person, path, address) => {
    const page = await stage.open({ url, person, path })
    await page.waitForURL(address)
  })

  it('signs out when the session has ended elsewhere', async () => {
    const page = await stage.open({ url, person: 'basic' })
    await page.waitForURL(/\/locations\/\d+$/)
    await page.context().request.post('/api/auth/logout')
    await page.waitForURL(/\/auth\/login/)
  })

  it('leads to the sign-in if only the session check reveals it, as after a long absence', async () => {
    const page = await stage.open({ url, person: 'basic', path: '/user/settings' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().request.post('/api/auth/logout')
    // The page's other requests are not answered in time.
    await page.route(/\/api\/(?!auth\/user$)/, () => {})
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
    await page.waitForURL(/\/auth\/login/)
  })
})
