import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'
import { words } from './kit/words.ts'

const script = 'https://stats.example/count.js'
const stage = useStage()
let server: CloudProcess
beforeAll(async () => {
  server = await startCloudProcess({ ANALYTICS_URL: script })
  await server.ready
})
afterAll(() => server.stop())

/** A page of a guest who has not answered yet, and all its requests to others. */
async function openUnasked(width = 1440): Promise<{ page: Page; foreign: string[] }> {
  const page = await stage.open({ url: server.url, path: '/auth/support', consent: null, width })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url())
  })
  await page.route(script, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.counted = true' }),
  )
  await page.reload()
  return { page, foreign }
}

/** Buttons outside the dialog, unreachable on a phone. */
const findCutOff = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    const { left, right } = dialog.getBoundingClientRect()
    return [...dialog.querySelectorAll('button')]
      .filter((button) => {
        const box = button.getBoundingClientRect()
        return box.left < left || box.right > right
      })
      .map(({ textContent }) => textContent)
  })

const banner = (page: Page) => page.getByRole('region', { name: words('cookie_consent.heading') })
const answer = (page: Page, key: Parameters<typeof words>[0]) =>
  page.getByRole('button', { name: words(key), exact: true })

describe('cookies', () => {
  it.each([1440, 390])('are asked about in a banner that everybody can use, %i px wide', async (width) => {
    const { page } = await openUnasked(width)
    await banner(page).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await answer(page, 'cookie_consent.customise').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await expect.poll(() => findCutOff(page)).toEqual([])
    expect(await page.getByLabel(words('cookie_consent.necessary'), { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByLabel(words('cookie_consent.analytics'), { exact: true }).isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    await banner(page).waitFor()
  })

  it('nothing loads without consent, and only-necessary is stored for a year', async () => {
    const { page, foreign } = await openUnasked()
    await answer(page, 'cookie_consent.only_necessary').click()
    await banner(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await banner(page).count()).toBe(0)
    expect(foreign).toEqual([])
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'ohmstead_consent')!
    expect(cookie.value).toBe('necessary')
    expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(364 * 86_400)
  })

  it('the script loads with consent, and no longer once it is withdrawn', async () => {
    const { page, foreign } = await openUnasked()
    await banner(page).waitFor()
    expect(foreign).toEqual([])
    await answer(page, 'cookie_consent.accept_all').click()
    await expect.poll(() => page.evaluate('window.counted')).toBe(true)
    expect(foreign).toEqual([script])
    await answer(page, 'cookie_consent.heading').click()
    await page.getByLabel(words('cookie_consent.analytics'), { exact: true }).uncheck()
    await Promise.all([page.waitForEvent('load'), answer(page, 'cookie_consent.save').click()])
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate('window.counted')).toBeUndefined()
    expect(foreign).toEqual([script])
  })
})
