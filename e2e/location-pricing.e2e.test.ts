import type { BrowserContext, Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { flatTerms } from '../apps/server/src/testing/insert-price-list.ts'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { read, write } from './kit/people.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const part = (page: Page, key: string) => page.getByRole('region', { name: words(key), exact: true })

/** A plan of one's own with one price for every kilowatt-hour. */
async function createPlan(context: BrowserContext, name: string, price: string): Promise<void> {
  const list = {
    ...{ name, utility: 'Sonce', countryCode: 'SI', validFrom: '2025-01-01', validTo: null, reason: null },
    terms: { ...flatTerms, buy: { kind: 'fixed', t0: price, t1: null, t2: null } },
  }
  const { priceList } = await write<{ priceList: { id: number } }>(
    context,
    'POST',
    '/pricing/price-lists',
    list,
  )
  const entries = [{ priceListId: priceList.id, validFrom: '2025-01-01', validTo: null }]
  await write(context, 'POST', '/pricing/plans', { name, entries })
}

async function choosePlan(page: Page, name: string): Promise<void> {
  await part(page, 'location_pricing.plan.heading')
    .getByRole('button', {
      name: new RegExp(
        `^(${words('location_pricing.plan.change')}|${words('location_pricing.plan.choose')})$`,
      ),
    })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('location_pricing.plan.label')).selectOption({ label: name })
  await dialog.getByRole('button', { name: words('common.action.save') }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The cost of yesterday, as its chart says it. */
async function readCost(page: Page, locationId: number): Promise<number> {
  await page.goto(`/locations/${locationId}/charts?view=cost&range=yesterday`)
  const totals = page.getByRole('region', { name: words('charts.totals.label') })
  await totals.waitFor()
  const [, amount] = /€([\d,]+\.\d\d)/.exec(await totals.innerText())!
  return Number(amount!.replaceAll(',', ''))
}

describe('prices of a location', () => {
  it('are unknown without a plan; another plan changes the cost in the charts, and that is kept with old and new', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced' })
    const context = page.context()
    const { user } = await read<{ user: { locations: { id: number; name: string }[] } }>(
      context,
      '/auth/user',
    )
    const farm = user.locations.find(({ name }) => name === 'Kmetija Podlesnik')!.id
    await createPlan(context, 'Cheap', '0.1')
    await createPlan(context, 'Dear', '0.2')
    await page.goto(`/locations/${farm}/pricing`)
    await page.getByText(words('price_lists.missing_warning')).waitFor()
    await page.goto(`/locations/${farm}/charts?view=cost&range=yesterday`)
    await page.getByText(words('charts.cost.empty')).waitFor()
    await page.getByRole('link', { name: words('charts.cost.to_prices') }).click()

    await choosePlan(page, 'Cheap')
    await expect.poll(() => part(page, 'location_pricing.now.heading').innerText()).toContain('€0.10000/kWh')
    await expectAccessible(page)
    const cheap = await readCost(page, farm)
    expect(cheap).toBeGreaterThan(0)

    await page.goto(`/locations/${farm}/pricing`)
    await choosePlan(page, 'Dear')
    const dear = await readCost(page, farm)
    expect(dear).toBeCloseTo(2 * cheap, 1)

    await page.goto(`/locations/${farm}/pricing`)
    const log = part(page, 'location_pricing.log.heading')
    await expect
      .poll(async () => {
        await page.reload()
        await log.waitFor()
        return log.innerText()
      })
      .toContain(words('location_pricing.log.locationPlan').replace('{name}', 'Dear'))
  })

  it('of a joined location are an invoice of last month, to be read on a phone', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced', width: 390 })
    const { user } = await read<{ user: { locations: { id: number; name: string }[] } }>(
      page.context(),
      '/auth/user',
    )
    const home = user.locations.find(({ name }) => name === 'Hiša Novak')!.id
    const bill = part(page, 'location_pricing.bill.heading')
    // The readings of the metering point may still be on their way from the demo's portal.
    await expect
      .poll(
        async () => {
          await page.goto(`/locations/${home}/pricing`)
          await bill.getByRole('row').first().waitFor()
          return bill.getByRole('row').count()
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBeGreaterThan(8)
    expect(await bill.innerText()).toMatch(/€\d+\.\d\d/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bill.getByRole('button', { name: words('location_pricing.bill.xlsx') }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^hisa-novak-.*\.xlsx$/)
    await part(page, 'location_pricing.point.heading')
      .getByText('Hmeljarska ulica 12', { exact: false })
      .waitFor()
    await expectNoSidewaysScroll(page)
    // Nothing lies half below the bar at the bottom.
    await page.setViewportSize({ width: 390, height: 4000 })
    await expectAccessible(page)
  })

  it('of a company are worked out together, and the sum says what it covers', async () => {
    const page = await stage.open({ url, path: '/setup/pricing', person: 'aggregator' })
    const costs = part(page, 'location_pricing.bill.so_far')
    await costs.getByRole('button', { name: words('location_pricing.month.refresh') }).click()
    const row = costs.getByRole('row', { name: /Hiša Novak/ })
    await expect.poll(() => row.innerText()).toMatch(/€[\d,.]+/)
    await expect.poll(() => costs.innerText()).toMatch(/\d of \d+ locations, up to /)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })
})
