import { readFileSync } from 'node:fs'
import { dayAt } from '@ohmstead/domain/time/days'
import { marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { flatTerms } from '../apps/server/src/testing/insert-price-list.ts'
import { energyChartsAnswer } from '../apps/server/src/testing/spot-answers.ts'
import {
  replyStatus,
  replyText,
  type SpotReply,
  type SpotServer,
  startSpotServer,
} from '../apps/server/src/testing/start-spot-server.ts'
import { choose, expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import type { CloudProcess } from './kit/cloud-process.ts'
import { startDemoProcess } from './kit/demo-snapshot.ts'
import { read, write } from './kit/people.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const part = (page: Page, key: string) => page.getByRole('region', { name: words(key), exact: true })

/** The history of a zone may still be on its way from the demo's market. */
async function openMarket(width = 1440): Promise<Page> {
  const page = await stage.open({ url, path: '/pricing/spot-market', person: 'advanced', width })
  await part(page, 'spot_market.heat.heading').waitFor()
  return page
}

describe('the spot market', () => {
  it('shows the prices of today as a chart and as numbers, and when hours are cheap and dear', async () => {
    const page = await openMarket()
    const today = part(page, 'spot_market.days.today')
    await expect.poll(() => today.innerText()).toMatch(/Mean\s+−?€\d+\.\d\d\/MWh/)
    await part(page, 'spot_market.days.heading')
      .getByRole('button', { name: words('charts.table.show') })
      .click()
    const rows = part(page, 'spot_market.days.heading').getByRole('table')
    await expect.poll(async () => Number(await rows.getAttribute('aria-rowcount'))).toBeGreaterThan(92)
    const windows = part(page, 'spot_market.windows.heading')
    const before = await windows.locator('dl').innerText()
    await choose(page, '1 h')
    await expect.poll(() => windows.locator('dl').innerText()).not.toBe(before)
    await expect.poll(() => page.getByText(words('spot_market.source.modelled')).count()).toBe(1)
    await expectAccessible(page)
  })

  it('has a year that the keyboard reads, and its history as a file', async () => {
    const page = await openMarket()
    const year = page.getByRole('group', { name: words('spot_market.heat.heading') })
    await year.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => year.innerText()).toMatch(/1 January \d{4}, 01:00–02:00: /)
    await choose(page, words('spot_market.history.days_7'))
    for (const [key, ending] of [
      ['csv', 'csv'],
      ['xlsx', 'xlsx'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: words(`spot_market.history.${key}`) }).click()
      const file = await saved
      expect(file.suggestedFilename()).toMatch(new RegExp(`^si-.*\\.${ending}$`))
      if (key === 'csv') {
        const lines = readFileSync(await file.path(), 'utf8')
          .trim()
          .split('\r\n')
        expect(lines[0]).toContain('Spot price [€/MWh]')
        expect(lines.length).toBeGreaterThan(7 * 96 - 5)
      }
    }
  })

  it('fits a phone, is a tab beside the prices of a location, and there has the price with everything beside the bare one', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced', width: 390 })
    const { user } = await read<{ user: { locations: { id: number }[] } }>(page.context(), '/auth/user')
    const locationId = user.locations[0]!.id
    const usual = await replacePlan(page.context(), locationId, await createSpotPlan(page.context()))
    await page.goto(`/locations/${locationId}/pricing`)
    await page
      .getByRole('link', { name: words('titles.spot_market'), exact: true })
      .first()
      .click()
    await page.waitForURL(/spot-market$/)
    const days = part(page, 'spot_market.days.heading')
    await expect.poll(() => days.innerText()).toContain(words('spot_market.all_in'))
    await expectNoSidewaysScroll(page)
    const figures = days.locator('dd')
    await figures.first().waitFor()
    expect(
      await figures.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length),
    ).toBe(0)
    const from = Math.floor(Date.now() / 900_000) * 900_000
    const own = await read<{ importPrices: number[] }>(
      page.context(),
      `/locations/${locationId}/pricing/prices?from=${from}&to=${from + 900_000}`,
    )
    const market = await read<{ prices: number[] }>(
      page.context(),
      `/pricing/spot-market/prices?region=SI&from=${from}&to=${from + 900_000}`,
    )
    expect(own.importPrices[0]).toBeCloseTo((market.prices[0]! / 1000) * 1.1 + 0.02, 6)
    await expectAccessible(page)
    await days.getByRole('button', { name: words('charts.table.show') }).click()
    await expect.poll(() => days.getByRole('cell').first().innerText()).toMatch(/^0\.\d{5}$/)
    await expectAccessible(page)
    // Other journeys read the bill of this place.
    await replacePlan(page.context(), locationId, usual)
  })
})

/** A plan with one list by the spot market, price × 1.1 + 0.02. */
async function createSpotPlan(context: BrowserContext): Promise<number> {
  const buy = { kind: 'spot_market', region: 'SI', factor: '1.1', markup: '0.02', substitute: null }
  const { priceList } = await write<{ priceList: { id: number } }>(context, 'POST', '/pricing/price-lists', {
    ...{ name: 'By the market', utility: 'Sonce', countryCode: 'SI', validFrom: '2025-01-01', validTo: null },
    terms: { ...flatTerms, buy: { ...buy, floor: null, hourlyCap: null, monthlyCap: null } },
    reason: null,
  })
  const entry = { priceListId: priceList.id, validFrom: '2025-01-01', validTo: null }
  const { ratePlan } = await write<{ ratePlan: { id: number } }>(context, 'POST', '/pricing/plans', {
    name: 'By the market',
    entries: [entry],
  })
  return ratePlan.id
}

/** Returns the plan that the location had before. */
async function replacePlan(
  context: BrowserContext,
  locationId: number,
  ratePlanId: number | null,
): Promise<number | null> {
  const path = `/locations/${locationId}/pricing`
  const { pricing } = await read<{ pricing: { version: number; plan: { id: number } | null } }>(context, path)
  await write(context, 'PUT', `${path}/plan`, { ratePlanId, version: pricing.version })
  return pricing.plan?.id ?? null
}

describe('a source that is away', () => {
  let source: SpotServer
  let cloud: CloudProcess
  const answer: SpotReply = (request, response, asked) => {
    const { searchParams: search } = asked
    const today = dayAt(Date.now(), marketTimeZone)
    const toDay = [search.get('end')!, today].sort()[0]!
    const price = () => 42
    replyText(energyChartsAnswer({ fromDay: search.get('start')!, toDay, price }))(request, response, asked)
  }
  beforeAll(async () => {
    source = await startSpotServer(replyStatus(500))
    cloud = await startDemoProcess({ ENERGY_CHARTS_URL: source.url })
    await cloud.ready
  })
  afterAll(async () => {
    await cloud?.stop()
    await source?.close()
  })

  it('is reported, nothing is lost, and what it left out is there once it is back', async () => {
    const page = await stage.open({ url: cloud.url, path: '/pricing/spot-market', person: 'admin' })
    await page.getByLabel(words('spot_market.region.label')).selectOption('AT')
    const today = part(page, 'spot_market.days.today')
    await expect.poll(() => today.innerText()).toContain(words('spot_market.not_available'))
    const state = part(page, 'spot_market.state.heading')
    await expect.poll(() => state.innerText()).toContain(words('spot_market.state.spot_unavailable'))
    source.usual = answer
    // Nobody waits for the next look: past days and today are fetched now.
    const [, to] = [0, 1].map((at) => state.getByRole('textbox').nth(at))
    await to!.fill(new Date().toLocaleDateString('en-GB', { timeZone: marketTimeZone }))
    await state.getByRole('button', { name: words('spot_market.backfill.submit') }).click()
    await expect.poll(() => today.innerText(), { timeout: 60_000 }).toContain('€42.00/MWh')
  })
})
