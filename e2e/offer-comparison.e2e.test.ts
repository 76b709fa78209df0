import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { waitForReadings } from './kit/wait-for-readings.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

describe('the cheapest offer', () => {
  it('is found from the data of a metering point, and says what a switch saves once today’s is known', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced' })
    await waitForReadings(page)
    await page.goto('/external/integrations/moj-elektro/data')
    await page.getByRole('link', { name: words('offer_comparison.link') }).click()
    const headline = page.getByRole('heading', { level: 1 })
    await expect
      .poll(() => headline.textContent(), { timeout: 60_000 })
      .toMatch(/is the cheapest for you: −?€[\d,.]+ a year/)
    await expectAccessible(page)
    const table = page.getByRole('region', { name: words('titles.cheapest_offer') })
    const offers = table.getByRole('radio')
    expect(await offers.count()).toBeGreaterThan(3)

    // What is paid today is the dearest of them: a switch is advised, and its terms are shown.
    const dearest = (await table.locator('tbody th label > span').last().innerText()).split('\n')[0]!.trim()
    await page.getByLabel(words('offer_comparison.choice.today')).first().selectOption({ label: dearest })
    await expect.poll(() => headline.textContent(), { timeout: 60_000 }).toMatch(/€[\d,.]+ a year/)
    await page.getByText(words('offer_comparison.badge.advised'), { exact: true }).waitFor()
    await page.getByRole('heading', { name: words('offer_comparison.demand.heading') }).waitFor()

    // The lines of its bill add up to the month that the table shows.
    await page.getByText(words('offer_comparison.months.lines')).click()
    await page
      .getByRole('rowheader', { name: words('location_pricing.bill.payable'), exact: true })
      .last()
      .waitFor()
  })

  it('fits a phone', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced', width: 390 })
    await waitForReadings(page)
    await page.goto('/external/integrations/moj-elektro/offers')
    await page
      .getByRole('region', { name: words('offer_comparison.table.heading') })
      .first()
      .waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
