import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import { useStage } from './kit/browser.ts'
import { measureFirstView } from './kit/first-view.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

describe('the signed-in location overview with nothing cached', () => {
  it('weighs at most 250 kB of script and style and 12 kB of texts, gzipped, in at most 25 requests', async () => {
    const view = await measureFirstView(stage.browser(), url, 'advanced')
    const table = view.files.map(({ path, bytes }) => `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${path}`)
    console.log(
      [
        `${(view.codeBytes / 1000).toFixed(1)} kB and ${(view.textBytes / 1000).toFixed(1)} kB of texts, ${view.requests} requests`,
        ...table,
      ].join('\n'),
    )
    expect(view.files.length).toBeGreaterThan(2)
    expect(view.codeBytes).toBeGreaterThan(50_000)
    expect(view.codeBytes).toBeLessThanOrEqual(250_000)
    expect(view.textBytes).toBeGreaterThan(1000)
    expect(view.textBytes).toBeLessThanOrEqual(12_000)
    expect(view.requests).toBeLessThanOrEqual(25)
  })

  it('loads nothing of the charts together with the first scripts', async () => {
    const page = await (await fetch(`${url}/`)).text()
    expect(page).toContain('/assets/shared-')
    expect(page).not.toContain('time-chart')
  })
})

describe('while the texts of the other pages have not come', () => {
  it('the first pages are complete, and another page waits for its own', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced' })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/site\/translations\/en$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('main').locator('canvas').first().waitFor()
    expect(await findKeys(page)).toEqual([])
    await page.getByRole('button', { name: words('navigation.user.menu') }).click()
    await page.getByRole('menu').waitFor()
    expect(await findKeys(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: words('navigation.bottom.charts'), exact: true }).click()
    await page.waitForURL('**/charts')
    expect(await findKeys(page)).toEqual([])
    expect(await page.getByText(words('charts.range.day'), { exact: true }).count()).toBe(0)
    release()
    await page.getByText(words('charts.range.day'), { exact: true }).first().waitFor()
    expect(await findKeys(page)).toEqual([])
  })
})

/** Keys that the page shows or speaks in place of their texts. */
async function findKeys(page: Page): Promise<string[]> {
  const content = await page.content()
  return (content.match(/\b[a-z_]+(\.\w+)+\b/g) ?? []).filter((word) => word in en)
}
