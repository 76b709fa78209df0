import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { choose, useStage } from './kit/browser.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

const flowOf = (page: Page) => page.getByRole('region', { name: words('location_overview.flow.label') })
/** How many elements on the page animate endlessly, as the dots of the energy flow do. */
const countEndlessMotions = (page: Page): Promise<number> =>
  page.evaluate(`document.getAnimations().filter((animation) => animation.playState === 'running'
    && animation.effect.getComputedTiming().iterations === Infinity).length`)

describe('the overview of a location', () => {
  it('moves with the meter while it is watched in real time', async () => {
    const page = await stage.open({ url, person: 'advanced', reducedMotion: false })
    await page.waitForURL(/\/locations\/\d+$/)
    await choose(page, words('location_overview.view.realtime'))
    await flowOf(page).getByText(words('location_overview.flow.now'), { exact: true }).waitFor()
    await expect.poll(() => countEndlessMotions(page)).toBeGreaterThan(0)
    const seen = new Set<string>()
    // While watched, the controller reports every two seconds; each reading updates the diagram.
    await expect
      .poll(async () => seen.add((await flowOf(page).locator('figure').textContent()) ?? '').size, {
        timeout: 30_000,
      })
      .toBeGreaterThan(3)
  })

  it('shows today’s energy, with a table of it one click away', async () => {
    const page = await stage.open({ url, person: 'advanced' })
    await page.waitForURL(/\/locations\/\d+$/)
    const today = page.getByRole('region', { name: words('location_overview.today.heading') })
    await today.getByText(words('location_overview.today.consumption')).first().waitFor()
    // A new day has no energy before its first minute ends and the page refetches.
    await expect.poll(() => today.textContent(), { timeout: 180_000 }).toMatch(/\d\s?k?Wh/)
    await today.getByRole('link', { name: words('location_overview.today.open') }).click()
    await page.waitForURL(/\/charts/)
  })

  it('fills a large screen without scrolling', async () => {
    const page = await stage.open({ url, person: 'advanced', width: 1920, height: 1080 })
    await page.waitForURL(/\/locations\/\d+$/)
    const today = page.getByRole('region', { name: words('location_overview.today.heading') })
    const picture = (await today.locator('canvas').first().boundingBox())!
    expect(picture.height).toBeGreaterThan(250)
    await expect.poll(() => page.getByRole('region').count()).toBeGreaterThan(3)
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
    const bottoms = await Promise.all(
      (await page.getByRole('region').all()).map(async (region) => {
        const box = await region.boundingBox()
        return box ? box.y + box.height : 0
      }),
    )
    expect(Math.max(...bottoms)).toBeGreaterThan(900)
  })

  it('stands still and stays readable under reduced motion', async () => {
    const still = await stage.open({ url, person: 'advanced' })
    await still.waitForURL(/\/locations\/\d+$/)
    await flowOf(still)
      .getByText(/\d\s?k?W/)
      .first()
      .waitFor()
    expect(await countEndlessMotions(still)).toBe(0)
  })

  it('shows the last known state, and that the connection is lost, when the server cannot be reached', async () => {
    const page = await stage.open({ url, person: 'advanced' })
    await page.waitForURL(/\/locations\/\d+$/)
    await flowOf(page)
      .getByText(/\d\s?k?W/)
      .first()
      .waitFor()
    // The day's chart loads its own files; requests in flight when the network fails are another case.
    await page.locator('canvas').first().waitFor()
    const before = await flowOf(page).locator('figure').count()
    await page.context().setOffline(true)
    const notice = page.getByText(words('shell.offline.known').split('{')[0]!.trim())
    await notice.waitFor()
    expect(await flowOf(page).locator('figure').count()).toBe(before)
    await page.context().setOffline(false)
    await notice.waitFor({ state: 'detached' })
  })
})
