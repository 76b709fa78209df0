import { type Locale, localeTag, supportedLocales } from '@ohmstead/domain/i18n/locales'
import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { startFailedWords } from '../apps/web/src/app/start-failed-words.ts'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { readCatalogue, words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

/** Everything a person sees and hears on the page, text by text. */
function listTexts(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'data-tooltip', 'aria-valuetext']
    const texts = []
    for (const element of document.querySelectorAll('body *:not(script):not(style)')) {
      for (const node of element.childNodes) if (node.nodeType === 3) texts.push(node.textContent.trim())
      for (const name of spoken) texts.push((element.getAttribute(name) ?? '').trim())
    }
    return [...texts, document.title].filter((text) => text !== '')
  })()`)
}

const english = readCatalogue('en')

/** A key instead of its text, an unfilled value, and English where another language is expected. */
async function expectNothingMissing(page: Page, locale: Locale): Promise<void> {
  const own = new Set(Object.values(readCatalogue(locale)))
  const foreign = new Set(
    Object.values(english).filter((text) => text.split(' ').length > 1 && !own.has(text)),
  )
  const texts = await listTexts(page)
  expect(texts.length).toBeGreaterThan(20)
  const wrong = texts.filter(
    (text) => text in english || /\{\w+[,}]/.test(text) || (locale !== 'en' && foreign.has(text)),
  )
  expect(wrong, `${page.url()} in ${locale}`).toEqual([])
}

/** Whether it is still the same document, not a reloaded one. */
const mark = (page: Page) => page.evaluate('window.isStillHere = true')
const isMarked = (page: Page) => page.evaluate('window.isStillHere === true')

describe('each of the fifteen languages', () => {
  it('is chosen in the settings, at once, without a reload and without a missing text', async () => {
    const page = await stage.open({ url, person: 'user', path: '/user/settings' })
    await page.getByRole('heading', { name: words('account.settings.heading'), level: 1 }).waitFor()
    await mark(page)
    const fetched: string[] = []
    page.on('request', (request) => {
      const [, locale] = /translations\/(\w+)/.exec(request.url()) ?? []
      if (locale) fetched.push(locale)
    })
    let shown: Locale = 'en'
    // English last: the person is used in other journeys.
    for (const locale of [...supportedLocales.filter((other) => other !== 'en'), 'en'] as const) {
      await page.getByLabel(words('account.settings.language', shown), { exact: true }).selectOption(locale)
      shown = locale
      await page.getByRole('heading', { name: words('account.settings.heading', locale), level: 1 }).waitFor()
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale)
      await expect.poll(() => page.title()).toContain(words('titles.settings', locale))
      await expectNothingMissing(page, locale)
      await expectNoSidewaysScroll(page)
    }
    expect(await isMarked(page)).toBe(true)
    // Each once, when it is chosen; the initial one not again.
    expect(fetched).toEqual(supportedLocales.filter((locale) => locale !== 'en'))
  })

  it('is chosen on a phone from a menu that stays short, and the overview of a location is complete in it', async () => {
    const page = await stage.open({ url, person: 'advanced', width: 390, height: 844 })
    await page.waitForURL(/\/locations\/\d+$/)
    await page.getByRole('main').locator('figure').first().waitFor()
    await mark(page)
    let shown: Locale = 'en'
    for (const locale of [...supportedLocales.filter((other) => other !== 'en'), 'en'] as const) {
      await page.getByRole('button', { name: words('navigation.user.menu', shown) }).click()
      const menu = page.getByRole('menu', { name: words('navigation.user.menu', shown) })
      // Nothing of the first view of the menu is off-screen.
      await expect
        .poll(() => menu.evaluate((element) => element.scrollHeight - element.clientHeight))
        .toBeLessThanOrEqual(0)
      await menu.getByRole('menuitem', { name: words('navigation.user.language', shown) }).click()
      await menu.locator('[role=menuitemradio]').nth(supportedLocales.indexOf(locale)).click()
      shown = locale
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale)
      await page
        .getByRole('heading', { name: words('location_overview.today.heading', locale), exact: true })
        .waitFor()
      await expectNothingMissing(page, locale)
      await expectNoSidewaysScroll(page)
    }
    expect(await isMarked(page)).toBe(true)
  })

  it.each(supportedLocales)('greets a browser set to %s, at sign-in too', async (locale) => {
    const context = await stage.browser().newContext({ baseURL: url, locale: localeTag(locale) })
    try {
      await context.addCookies([{ name: 'ohmstead_consent', value: 'necessary', url }])
      const page = await context.newPage()
      await page.goto('/auth/login')
      await page.getByRole('button', { name: words('auth.login.submit', locale), exact: true }).waitFor()
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale)
      await expectNothingMissing(page, locale)
      await expectAccessible(page)
    } finally {
      await context.close()
    }
  })

  it('is chosen at sign-in and remembered, and an unsupported browser language falls back to Slovenian', async () => {
    const context = await stage.browser().newContext({ baseURL: url, locale: 'ja-JP' })
    try {
      await context.addCookies([{ name: 'ohmstead_consent', value: 'necessary', url }])
      const page = await context.newPage()
      await page.goto('/auth/login')
      await page.getByLabel(words('navigation.user.language', 'sl')).selectOption('it')
      const submit = page.getByRole('button', { name: words('auth.login.submit', 'it'), exact: true })
      await submit.waitFor()
      await page.reload()
      await submit.waitFor()
    } finally {
      await context.close()
    }
  })
})

it('the menu of languages and themes works by keyboard', async () => {
  const page = await stage.open({ url, person: 'basic', path: '/user/settings' })
  const button = page.getByRole('button', { name: words('navigation.user.menu') })
  const focused = () => page.evaluate('document.activeElement.textContent')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe(`${words('navigation.user.language')}English`)
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe('English')
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused).toBe(`${words('navigation.user.language')}English`)
  await page.keyboard.press('Escape')
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
})

it('if even the user cannot be loaded, the page says so in the language of the browser', async () => {
  // The failure is logged, which would otherwise fail the page.
  const context = await stage.browser().newContext({ baseURL: url, locale: 'pl-PL' })
  try {
    const page = await context.newPage()
    await page.route('**/api/auth/user', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.goto('/auth/login')
    await page.getByRole('heading', { name: startFailedWords.pl[0] }).waitFor()
    await page.unroute('**/api/auth/user')
    await page.getByRole('button', { name: startFailedWords.pl[2] }).click()
    await page.getByRole('button', { name: words('auth.login.submit', 'pl'), exact: true }).waitFor()
  } finally {
    await context.close()
  }
})

it('if the application itself cannot be loaded, that too is reported in the language of the browser', async () => {
  const context = await stage.browser().newContext({ baseURL: url, locale: 'de-AT' })
  try {
    const page = await context.newPage()
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.goto('/auth/login')
    await page.getByRole('heading', { name: 'Die Anwendung konnte nicht geladen werden' }).waitFor()
    await page.unroute('**/assets/index-*.js')
    await page.getByRole('button', { name: 'Neu laden' }).click()
    await page.getByRole('button', { name: words('auth.login.submit', 'de'), exact: true }).waitFor()
  } finally {
    await context.close()
  }
})
