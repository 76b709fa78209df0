import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { waitForReadings } from './kit/wait-for-readings.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const address = '/external/integrations/moj-elektro/battery?vt=0.13&mt=0.1'

/** The page of the house with panels, once it is calculated. */
async function openBattery(width = 1440): Promise<Page> {
  const page = await stage.open({ url, path: null, person: 'advanced', width })
  await waitForReadings(page)
  await page.goto(address)
  await page.getByRole('heading', { name: words('battery.table.heading') }).waitFor({ timeout: 120_000 })
  return page
}

const headline = (page: Page) => page.getByRole('heading', { level: 1 })
const field = (page: Page, key: string) => page.getByLabel(words(`battery.field.${key}`))
const unfold = (page: Page) => page.getByText(words('what_if.assumed')).click()

describe('a battery at a metering point', () => {
  it('is judged in a sentence that follows the assumptions and the chosen size', async () => {
    const page = await openBattery()
    await expect.poll(() => headline(page).textContent()).toMatch(/battery of \d+ kWh would save/)
    await expectAccessible(page)

    // Whatever it saves pays back if it costs little, and never if it costs a fortune.
    await unfold(page)
    await field(page, 'fixedEur').fill('0')
    await field(page, 'eurPerKwh').fill('60,5')
    await expect.poll(() => headline(page).textContent()).toMatch(/It pays back in \d/)
    await field(page, 'eurPerKwh').fill('9000')
    await expect.poll(() => headline(page).textContent()).toContain('It does not pay for itself')
    await field(page, 'eurPerKwh').fill('abc')
    await page.getByText('Enter a number from 0 to 10000.').waitFor()
    await page.getByRole('button', { name: words('what_if.reset') }).click()

    const chart = page.getByRole('slider', { name: words('battery.chart.heading_saving') })
    await chart.press('Home')
    await expect.poll(() => headline(page).textContent()).toMatch(/^A battery of 2 kWh/)
    await chart.press('ArrowRight')
    await expect.poll(() => headline(page).textContent()).toMatch(/^A battery of 4 kWh/)
    await expect.poll(() => page.getByRole('radio', { name: /^4 kWh/ }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: /^30 kWh/ }).check()
    await expect.poll(() => headline(page).textContent()).toMatch(/^A battery of 30 kWh/)
    await page.getByRole('button', { name: words('battery.verdict.show_best') }).click()
    await page.getByText(words('battery.verdict.show_best')).waitFor({ state: 'detached' })
  })

  it('shows a week, and other weeks and controls', async () => {
    const page = await openBattery()
    const week = page.getByRole('region', { name: words('battery.week.heading') })
    const days = week.locator('strong').first()
    const first = await days.textContent()
    await week.getByRole('button', { name: words('battery.week.before') }).click()
    await expect.poll(() => days.textContent()).not.toBe(first)
    await week.getByText(words('battery.control.perfect'), { exact: true }).click()
    await expect
      .poll(() => week.getByRole('radio', { name: words('battery.control.perfect') }).isChecked())
      .toBe(true)
    const chart = week.getByRole('group', { name: words('battery.week.heading') })
    await chart.press('ArrowRight')
    await expect.poll(() => chart.locator('[aria-live]').textContent()).toContain(words('battery.week.soc'))
  })

  it('can be stopped while it is calculated, and restarted', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced' })
    await waitForReadings(page)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.context().route('**/readings?*', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(address)
    await page.getByRole('progressbar', { name: words('battery.working') }).waitFor()
    await page.getByRole('button', { name: words('what_if.stop'), exact: true }).click()
    await page.getByText(words('what_if.stopped'), { exact: true }).waitFor()
    release()
    await page.getByRole('button', { name: words('what_if.go_on') }).click()
    await page.getByRole('heading', { name: words('battery.table.heading') }).waitFor({ timeout: 120_000 })
  })

  it('fits on a phone', async () => {
    const page = await openBattery(390)
    await unfold(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
