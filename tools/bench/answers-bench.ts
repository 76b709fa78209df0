import type { Browser, BrowserContext, Page } from 'playwright'
import { launchChromium } from '../../e2e/kit/chromium.ts'
import { startDemoProcess } from '../../e2e/kit/demo-snapshot.ts'
import { emails, password, read, signInByCall } from '../../e2e/kit/people.ts'
import { words } from '../../e2e/kit/words.ts'
import { type Figure, median } from './figure.ts'

// How long people wait for what they came for, in Chromium on the demo: from the press on "Sign in" until the places of
// the group stand there, and from the end of an import until the calculations page shows the verdict on all of it.

const signIns = 7
const limitMs = 1000
const portal = '/external/integrations/moj-elektro'
/** A metering point in the demo's portal that nobody has added. */
const point = { token: 'demo-portal-token', eimm: '4-1402733' }

export async function measureAnswers(): Promise<Figure[]> {
  const server = await startDemoProcess()
  const browser = await launchChromium()
  try {
    await server.ready
    await openGroupHome(browser, server.url) // warm-up of the server and the browser
    const homes: number[] = []
    for (let visit = 0; visit < signIns; visit++) homes.push(await openGroupHome(browser, server.url))
    const homeMs = median(homes)
    const verdictMs = await awaitVerdict(browser, server.url)
    return [
      {
        figure: 'home of a group of six places, from the press on "Sign in" to its list',
        value: Math.round(homeMs),
        unit: 'ms',
        limit: `≤ ${limitMs}`,
        peer: `longest of ${signIns}: ${Math.round(Math.max(...homes))} ms`,
        holds: homeMs <= limitMs,
      },
      {
        figure: 'verdict on the whole import, after its end',
        value: Math.max(0, verdictMs),
        unit: 'ms',
        limit: `≤ ${limitMs}`,
        peer: verdictMs < 0 ? `on the months chosen ${-verdictMs} ms before it` : '–',
        holds: verdictMs <= limitMs,
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function openContext(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  })
  await context.addCookies([{ name: 'ohmstead_consent', value: 'necessary', url }])
  return context
}

async function openGroupHome(browser: Browser, url: string): Promise<number> {
  const context = await openContext(browser, url)
  try {
    await signInByCall(context, 'aggregator', { locale: 'en', theme: null })
    await context.clearCookies({ name: /^(?!ohmstead_consent)/ })
    const page = await context.newPage()
    await page.goto('/auth/login')
    await page.getByLabel(words('auth.login.email')).fill(emails.aggregator)
    await page.getByLabel(words('auth.login.password'), { exact: true }).fill(password)
    const list = page.getByRole('region', { name: words('location_groups.locations.heading') })
    const shown = list.getByRole('row').nth(6).waitFor()
    const from = performance.now()
    await page.getByRole('button', { name: words('auth.login.submit') }).click()
    await shown
    return performance.now() - from
  } finally {
    await context.close()
  }
}

async function awaitVerdict(browser: Browser, url: string): Promise<number> {
  const context = await openContext(browser, url)
  await signInByCall(context, 'user', { locale: 'en', theme: null })
  const page = await context.newPage()
  await page.goto(`${portal}/data`)
  await page.getByLabel(words('portal.token.label'), { exact: true }).fill(point.token)
  await page.getByRole('button', { name: words('portal.token.add'), exact: true }).click()
  await page.getByText(words('portal.token.state.accepted')).waitFor()
  await page.getByLabel(words('portal.device.eimm')).fill(point.eimm)
  await page.getByRole('button', { name: words('portal.device.add_action'), exact: true }).click()
  await page.getByRole('progressbar', { name: words('portal.import.running') }).waitFor()
  await page
    .getByRole('link', { name: words('titles.portal_calculations'), exact: true })
    .first()
    .click()
  await page.evaluate(`{
    let sentence = ''
    new MutationObserver(() => {
      const text = document.getElementById('calculation-answer')?.closest('section').textContent ?? ''
      if (text !== '' && text !== sentence) window.verdictAt = Date.now()
      sentence = text
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }`)
  const endedAt = await awaitImport(page)
  // The newest readings are fetched first, so that the verdict on the months chosen may stand there before the end.
  await page.waitForTimeout(5000)
  const shownAt = Number(await page.evaluate('window.verdictAt'))
  if (!(shownAt > 0)) throw new Error('no verdict was shown')
  return shownAt - endedAt
}

async function awaitImport(page: Page): Promise<number> {
  for (;;) {
    const { jobs } = await read<{ jobs: { kind: string; finished_at: number | null }[] }>(
      page.context(),
      '/jobs',
    )
    const ended = jobs.find(({ kind, finished_at }) => kind.includes('import') && finished_at !== null)
    if (ended?.finished_at) return ended.finished_at
    await page.waitForTimeout(200)
  }
}
