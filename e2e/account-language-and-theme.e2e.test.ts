import { describe, expect, inject, it } from 'vitest'
import { useStage } from './kit/browser.ts'
import { emails, password } from './kit/people.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

describe('language and theme', () => {
  it('change at once, with numbers and dates, and follow the person to another browser', async () => {
    const page = await stage.open({ url, person: 'user', path: '/user/settings' })
    await page.getByRole('heading', { name: words('account.settings.heading'), level: 1 }).waitFor()
    await page.getByLabel(words('account.settings.language')).selectOption('sl')
    await page.getByRole('heading', { name: words('account.settings.heading', 'sl'), level: 1 }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sl')
    const kept = page.waitForResponse((response) => response.request().postData()?.includes('white') ?? false)
    await page
      .getByRole('group', { name: words('account.settings.theme', 'sl') })
      .getByText(words('theme.white', 'sl'), { exact: true })
      .click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('white')
    const backgroundOf = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await backgroundOf()
    // Shown at once, stored a moment later.
    expect((await kept).status()).toBe(200)
    await page.reload()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('white')
    expect(await backgroundOf()).toBe(light)

    const user = (await (await page.context().request.get('/api/auth/user')).json()) as {
      data: { user: { locale: string; settings: { theme: string } } }
    }
    expect(user.data.user).toMatchObject({ locale: 'sl', settings: { theme: 'white' } })
  })

  it('of a guest come from the browser, and may be Slovenian', async () => {
    const page = await stage.open({ url, path: '/auth/login', locale: 'sl' })
    await page.getByRole('button', { name: words('auth.login.submit', 'sl') }).waitFor()
  })

  it('of a visitor to the demo survive from one sign-in to the next', async () => {
    const page = await stage.open({ url, person: 'user', path: null, locale: 'de' })
    const change = { data: { data: { locale: null } } }
    expect((await page.context().request.put('/api/auth/user/settings', change)).status()).toBe(200)
    await page.context().request.post('/api/auth/logout')
    await page.goto('/')
    await page.getByLabel(words('auth.login.email', 'de')).fill(emails.user)
    await page.getByLabel(words('auth.login.password', 'de'), { exact: true }).fill(password)
    await page.getByRole('button', { name: words('auth.login.submit', 'de') }).click()
    await page.waitForURL(/\/locations\/\d+$/)
    await page.getByRole('button', { name: words('navigation.user.menu', 'de') }).click()
    await page.getByRole('menuitem', { name: words('navigation.user.sign_out', 'de') }).click()
    await page.getByRole('button', { name: words('auth.login.submit', 'de') }).waitFor()
  })

  it('format numbers as the language does', async () => {
    const texts: string[] = []
    for (const locale of ['en', 'sl'] as const) {
      const page = await stage.open({ url, person: 'advanced', locale })
      await page.waitForURL(/\/locations\/\d+$/)
      // A whole day: soon after midnight today's energies have no decimals yet.
      await page.goto(`${page.url()}/charts?range=yesterday`)
      const main = page.getByRole('main')
      await expect.poll(() => main.textContent()).toMatch(/\d[.,]\d+\s?kWh/)
      texts.push((await main.textContent()) ?? '')
    }
    expect(texts[0]).toMatch(/\d\.\d+\s?kWh/)
    expect(texts[0]).not.toMatch(/\d,\d\d?\s?kWh/)
    expect(texts[1]).toMatch(/\d,\d+\s?kWh/)
    expect(texts[1]).not.toMatch(/\d\.\d\d?\s?kWh/)
  })
})
