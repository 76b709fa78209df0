import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { read } from './kit/people.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

describe('the library of offers', () => {
  it('is picked from instead of typing: the price list, its plan and the price now follow', async () => {
    const page = await stage.open({ url, path: null, person: 'basic' })
    const { user } = await read<{ user: { locations: { id: number }[] } }>(page.context(), '/auth/user')
    const locationId = user.locations[0]!.id
    await page.goto('/pricing/offers')
    await page.getByRole('radio', { name: words('supply_offers.kind.fixed') }).check({ force: true })
    await page.getByRole('link', { name: 'Use this offer: Petrol Samooskrba' }).click()
    const next = page.getByRole('button', { name: words('common.action.next') })
    // The offer is for producers: its two tariffs and its feed-in are filled in.
    await next.click()
    await expect.poll(() => page.locator('[name="terms.buy.t1"]').inputValue()).toBe('0.12795')
    await next.click()
    // Into the plan that the location has.
    await page.getByLabel(words('price_lists.plan.which')).waitFor()
    await next.click()
    await expectAccessible(page)
    await page.getByRole('button', { name: words('price_lists.action.create') }).click()
    await page.getByRole('link', { name: 'Petrol Samooskrba' }).waitFor()
    const { pricing } = await read<{ pricing: { entries: { priceListName: string }[]; warning: unknown } }>(
      page.context(),
      `/locations/${locationId}/pricing`,
    )
    expect(pricing.entries.at(-1)).toMatchObject({ priceListName: 'Petrol Samooskrba', phase: 'active' })
    expect(pricing.warning).toBeNull()
    await page.goto(`/locations/${locationId}/pricing`)
    const now = page.getByRole('region', { name: words('location_pricing.now.heading'), exact: true })
    // High or low tariff with network fee, levies and VAT.
    await expect.poll(() => now.innerText()).toMatch(/€0\.1[4-9]\d*\/kWh|€0\.2\d*\/kWh/)
  })
})
