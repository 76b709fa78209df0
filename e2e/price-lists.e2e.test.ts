import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { localDay } from '../apps/server/src/features/portal/client/portal-dates.ts'
import { flatTerms } from '../apps/server/src/testing/insert-price-list.ts'
import { expectAccessible, useStage } from './kit/browser.ts'
import { read, write } from './kit/people.ts'
import { findLocations } from './kit/places.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

/** A local day, so many days before today. */
const dayBefore = (days: number) =>
  Temporal.PlainDate.from(localDay(Date.now())).subtract({ days }).toString()
/** As it is typed. */
const typed = (day: string) => day.split('-').reverse().join('/')

interface PriceList {
  id: number
  name: string
  version: number
  terms: { buy: { kind: string } }
}

/** A time-of-use plan of two seasons, each with one price all week; the second began yesterday. */
async function makeTimePlan(page: Page): Promise<void> {
  const context = page.context()
  const fields = { title: 'Two prices', color: '#3f8f6b', countryCode: 'SI', holidayWeekday: 7 }
  const { timePlan } = await write<{ timePlan: { id: number } }>(context, 'POST', '/timeplans', fields)
  const path = `/timeplans/${timePlan.id}`
  let version = 1
  for (const [title, validFrom] of [
    ['Low', '2025-01-01'],
    ['High', dayBefore(1)],
  ]) {
    const season = { title, validFrom, repeatsYearly: false }
    const made = await write<{ season: { id: number } }>(context, 'POST', `${path}/seasons`, {
      ...season,
      version: version++,
    })
    const block = { type: 'PRICING_ENERGY', title, color: '#e0a400', value: null, tiers: [] }
    const { block: own } = await write<{ block: { id: number } }>(context, 'POST', `${path}/blocks`, {
      ...block,
      version: version++,
    })
    const slots = [{ blockId: own.id, fromMinute: 0, toMinute: 1440 }]
    const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ seasonId: made.season.id, weekday, slots }))
    await write(context, 'PUT', `${path}/slots`, { version: version++, days })
  }
}

const next = (page: Page) => page.getByRole('button', { name: words('common.action.next') }).click()
const choose = (page: Page, label: string) =>
  page.getByRole('radio', { name: words(label), exact: true }).check({ force: true })

/** Fills the first step of the wizard, and leaves distributor and state out of the second. */
async function startList(page: Page, locationId: number, name: string, validFrom: string): Promise<void> {
  await page.goto(`/locations/${locationId}/pricing/price-lists/create`)
  await page.locator('[name="name"]').fill(name)
  await page.locator('[name="utility"]').fill('Sonce')
  await page.locator('[name="validFrom"]').fill(typed(validFrom))
}

async function leaveOutNetwork(page: Page): Promise<void> {
  await choose(page, 'price_lists.network.none')
  await page.getByLabel(words('price_lists.field.published_taxes')).uncheck()
}

/** The plan step, the summary, and saving. The location's plan is proposed; a new one takes its place if confirmed. */
async function finishList(page: Page, name: string, replaced: string | null): Promise<void> {
  await next(page)
  if (replaced !== null) {
    await page
      .getByLabel(words('price_lists.plan.which'))
      .selectOption({ label: words('price_lists.plan.new_here') })
    await next(page)
    await page.getByText(words('price_lists.plan.confirm_replace')).waitFor()
    await page.getByLabel(words('price_lists.plan.may_replace').replace('{name}', replaced)).check()
  }
  await next(page)
  await page.getByRole('button', { name: words('price_lists.action.create') }).click()
  await page.getByRole('link', { name, exact: true }).waitFor()
}

/** A day's cost, as the charts say it, for each kilowatt-hour that they show; both of the same moment. */
async function readPaid(page: Page, locationId: number, day: string): Promise<number> {
  const of = `/locations/${locationId}`
  const [from, to] = [day, Temporal.PlainDate.from(day).add({ days: 1 }).toString()].map(
    (one) => Temporal.PlainDate.from(one).toZonedDateTime('Europe/Ljubljana').epochMilliseconds,
  )
  const readEnergy = async () => {
    const path = `${of}/data/energy?from=${from}&to=${to}&interval=900`
    return (await read<{ totals: { grid_import: number } }>(page.context(), path)).totals.grid_import
  }
  for (;;) {
    const energy = await readEnergy()
    await page.goto(`${of}/charts?view=cost&range=day&date=${day}`)
    const shown = page.getByRole('region', { name: words('charts.totals.label') })
    await shown
      .getByText(/€[\d,]+\.\d\d/)
      .first()
      .waitFor()
    const [, amount] = /€([\d,]+\.\d\d)/.exec(await shown.innerText())!
    // The demo's history may still be arriving.
    if ((await readEnergy()) === energy) return Number(amount!.replaceAll(',', '')) / (energy / 1000)
  }
}

describe('price lists', () => {
  it('of each type are entered in the wizard and follow one another in a plan; both seasons change the cost in the charts', async () => {
    const admin = await stage.open({ url, path: null, person: 'admin' })
    await makeTimePlan(admin)
    const page = await stage.open({ url, path: null, person: 'aggregator' })
    const places = await findLocations(page.context())
    const zupan = places.find(({ title }) => title === 'Stanovanje Zupan')!.id
    const before = await readPaid(page, zupan, dayBefore(1))

    await startList(page, zupan, 'Two tariffs', '2025-01-01')
    await choose(page, 'price_lists.tariffs.two')
    await next(page)
    await page.locator('[name="terms.buy.t1"]').fill('0.14')
    await page.locator('[name="terms.buy.t2"]').fill('0.1')
    await finishList(page, 'Two tariffs', 'Stanovanje Zupan')

    await startList(page, zupan, 'By the market', dayBefore(20))
    await next(page)
    await choose(page, 'price_lists.type.spot_market')
    await page.locator('[name="terms.buy.factor"]').fill('1.1')
    await page.locator('[name="terms.buy.markup"]').fill('0.012')
    await leaveOutNetwork(page)
    await finishList(page, 'By the market', null)

    await startList(page, zupan, 'By the hour', dayBefore(6))
    await next(page)
    await choose(page, 'price_lists.type.time_of_use')
    await page.getByLabel(words('price_lists.field.time_plan')).selectOption({ label: 'Two prices' })
    await page.getByLabel('Low').fill('2')
    await page.getByLabel('High').fill('3')
    await leaveOutNetwork(page)
    await expectAccessible(page)
    await finishList(page, 'By the hour', null)

    const { priceLists } = await read<{ priceLists: PriceList[] }>(
      page.context(),
      `/locations/${zupan}/pricing/price-lists`,
    )
    const kindOf = (name: string) => priceLists.find((list) => list.name === name)!.terms.buy.kind
    expect(['Two tariffs', 'By the market', 'By the hour'].map(kindOf)).toEqual([
      'fixed',
      'spot_market',
      'time_of_use',
    ])
    const { pricing } = await read<{ pricing: { entries: object[] } }>(
      page.context(),
      `/locations/${zupan}/pricing`,
    )
    expect(pricing.entries).toMatchObject([
      { priceListName: 'Two tariffs', validFrom: '2025-01-01', validTo: dayBefore(21) },
      { priceListName: 'By the market', validFrom: dayBefore(20), validTo: dayBefore(7) },
      { priceListName: 'By the hour', validFrom: dayBefore(6), validTo: null, phase: 'active' },
    ])
    expect(before).toBeLessThan(1)
    expect(await readPaid(page, zupan, dayBefore(1))).toBeCloseTo(3, 1)
    expect(await readPaid(page, zupan, dayBefore(2))).toBeCloseTo(2, 1)
  })

  it('changed by two people: the second is told, nothing is overwritten, and nothing typed is lost', async () => {
    const first = await stage.open({ url, path: null, person: 'aggregator' })
    const [company] = (await read<{ companies: { id: number }[] }>(first.context(), '/companies')).companies
    const { priceList } = await write<{ priceList: PriceList }>(
      first.context(),
      'POST',
      '/pricing/price-lists',
      {
        ...{ name: 'Shared', utility: 'Sonce', countryCode: 'SI', validFrom: '2025-01-01', validTo: null },
        ...{ companyId: company!.id, reason: null, terms: flatTerms },
      },
    )
    const second = await stage.open({ url, path: null, person: 'admin' })
    const path = `/pricing/price-lists/${priceList.id}`
    const change = async (page: Page, price: string) => {
      await page.goto(path)
      await page.getByRole('button', { name: new RegExp(words('price_lists.step.tariffs')) }).click()
      await page.locator('[name="terms.buy.t0"]').fill(price)
    }
    const save = async (page: Page) => {
      await page.getByRole('button', { name: new RegExp(words('price_lists.step.summary')) }).click()
      await page.getByRole('button', { name: words('common.action.save'), exact: true }).click()
    }
    await change(first, '0.21')
    await change(second, '0.22')
    await save(first)
    await first.getByText(words('price_lists.done.saved').replace('{name}', 'Shared')).waitFor()
    await save(second)
    const told = second.getByRole('alert', { name: words('price_lists.conflict.heading') })
    await told.getByText('Gregor Zadružnik', { exact: false }).waitFor()
    await expectAccessible(second)
    await second.getByRole('button', { name: new RegExp(words('price_lists.step.tariffs')) }).click()
    expect(await second.locator('[name="terms.buy.t0"]').inputValue()).toBe('0.22')
    const stored = async () =>
      (await read<{ priceList: PriceList }>(first.context(), `/pricing/price-lists/${priceList.id}`))
        .priceList
    expect(await stored()).toMatchObject({ version: 2, terms: { buy: { t0: '0.21' } } })
    await told.getByRole('button', { name: words('price_lists.conflict.keep_mine') }).click()
    await told.waitFor({ state: 'detached' })
    await expect.poll(stored).toMatchObject({ version: 3, terms: { buy: { t0: '0.22' } } })
  })
})
