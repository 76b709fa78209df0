import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Locale, localeTag } from '@ohmstead/domain/i18n/locales'
import type { ThemeName } from '@ohmstead/domain/site/theme-names'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { colorSchemeOf } from '../../apps/web/src/ui/themes.ts'
import { launchChromium } from './chromium.ts'
import type { Person } from './people.ts'
import { signInByCall } from './people.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = fileURLToPath(new URL('../.output/', import.meta.url))

/** A page that lives for seconds would spend much of them collecting a small young generation; nobody sees its letters. */
const cheapPages = ['--js-flags=--min-semi-space-size=32', '--num-raster-threads=1', '--disable-lcd-text']

export interface Visit {
  url: string
  /** Null opens nothing yet: for requests or preparations first. */
  path?: string | null
  /** Signed in as this person before the page opens. */
  person?: Person
  width?: number
  height?: number
  locale?: Locale
  theme?: ThemeName
  /** As most journeys prefer: animations redraw sixty times a second. One about motion sets false. */
  reducedMotion?: boolean
  /**
   * With the service worker, which keeps files for later. In all other journeys it would fetch the main pages' files once
   * more for each browser, to no end.
   */
  keepsFiles?: boolean
  /** The answer to the cookie banner; null has not answered yet and sees it. */
  consent?: 'necessary' | 'analytics' | null
}

export interface Stage {
  /** A separate browser with one page, closed after the test. */
  open(visit: Visit): Promise<Page>
  browser(): Browser
}

/**
 * One Chromium per test file. A failing test saves pictures of its pages; an error in a page fails its test. Pages
 * kept until the end of the file are for tests that only look.
 */
export function useStage(
  {
    until,
    args = [],
  }: {
    until: 'the test has ended' | 'the file has ended'
    /** Of Chromium, beside those of every journey. */
    args?: readonly string[]
  } = { until: 'the test has ended' },
): Stage {
  let browser: Browser
  const contexts: BrowserContext[] = []
  let errors: string[] = []
  beforeAll(async () => {
    browser = await launchChromium([...cheapPages, ...args])
  })
  afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    const found = errors
    errors = []
    for (const [index, page] of contexts.flatMap((context) => context.pages()).entries()) {
      if (task.result?.state !== 'fail') break
      mkdirSync(pictures, { recursive: true })
      const name = `${task.file.name}-${task.name}-${index}`.replace(/[^\w.-]+/g, '-')
      await page.screenshot({ path: `${pictures}${name}.png`, timeout: 5_000 }).catch(() => {})
    }
    if (until === 'the test has ended') for (const context of contexts.splice(0)) await context.close()
    expect(found, 'errors in the browser').toEqual([])
  })
  return {
    browser: () => browser,
    async open({
      url,
      path = '/',
      person,
      width = 1440,
      height = 900,
      locale = 'en',
      theme,
      reducedMotion = true,
      keepsFiles = false,
      consent = 'necessary',
    }) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height },
        locale: localeTag(locale),
        timezoneId: 'Europe/Ljubljana',
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
        acceptDownloads: true,
        serviceWorkers: keepsFiles ? 'allow' : 'block',
      })
      contexts.push(context)
      context.setDefaultTimeout(30_000)
      if (consent) await context.addCookies([{ name: 'ohmstead_consent', value: consent, url }])
      if (person) await signInByCall(context, person, { locale, theme: theme ?? null })
      const stored = { 'ohmstead.locale': locale, ...(theme && { 'ohmstead.theme': theme }) }
      await context.addInitScript({
        // A sandboxed frame has no storage.
        content: `if (window === window.top && origin !== 'null') for (const [key, value] of Object.entries(${JSON.stringify(stored)}))
          if (localStorage.getItem(key) === null) localStorage.setItem(key, value)`,
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        // The page shows refused calls to the person; the browser's own console message is no error of ours.
        const isRefusal = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isRefusal) errors.push(`${page.url()}: ${message.text()}`)
      })
      if (path !== null) await page.goto(path)
      return page
    },
  }
}

/** Picks one of a few exclusive options as a person does, by its label. */
export async function choose(page: Page, label: string): Promise<void> {
  const radio = page.getByRole('radio', { name: label, exact: true })
  await page.locator('label', { has: radio }).first().click()
  await expect.poll(() => radio.first().isChecked()).toBe(true)
}

/** Applies another theme to the open page, as the application does. */
export async function showTheme(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(
    `Object.assign(document.documentElement.dataset, ${JSON.stringify({
      theme,
      mantineColorScheme: colorSchemeOf(theme),
    })})`,
  )
}

/** No violation known to axe, WCAG 2.2 AA and best practices. */
export function expectAccessible(page: Page): Promise<void> {
  return expectNoViolation(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
}

/** Of these, the ones that depend only on colours. */
export function expectReadable(page: Page): Promise<void> {
  return expectNoViolation(page, {
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  })
}

/**
 * Bars that stay at the bottom end the page for a moment. What is half beneath one at a scroll position would else count
 * as a target too small to touch, and which one that is would depend on the length of texts.
 */
const freeBottom = `Promise.resolve([...document.querySelectorAll('body *')].filter((element) => {
    const { position, bottom } = getComputedStyle(element)
    return position === 'sticky' && bottom !== 'auto'
  }).forEach((bar) => {
    bar.style.position = 'static'
    bar.setAttribute('data-unstuck', '')
  }))`

async function expectNoViolation(page: Page, options: object): Promise<void> {
  // Every page has a heading; without one it is still loading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Anything still fading in has intermediate colours.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished)).then(() => null)`)
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe)
  // No rule that runs here reads style sheets or videos, which would be fetched before each run.
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })
  const violations: string[] = await page.evaluate(`${freeBottom}.then(() => axe.run(document, ${asked}))
    .finally(() => document.querySelectorAll('[data-unstuck]').forEach((bar) => {
      bar.style.position = ''
      bar.removeAttribute('data-unstuck')
    })).then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) =>
    id + ': ' + help + ' at ' + target.join(' ') + ' (' + failureSummary.split('\\n').slice(1, 3).join(' ').trim() + ')')))`)
  expect(violations, `accessibility of ${page.url()}`).toEqual([])
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Self-measuring elements follow a new width a moment later.
  const findWide = () =>
    page.evaluate(`(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map((element) => element.tagName + '.' + element.className + ' ends at ' + element.getBoundingClientRect().right)
  })()`)
  await expect.poll(findWide, { message: `width of ${page.url()}`, timeout: 5_000 }).toEqual([])
}
