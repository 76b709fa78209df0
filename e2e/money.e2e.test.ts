import type { Page } from 'playwright'
import { expect, inject, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { read } from './kit/people.ts'
import { waitForReadings } from './kit/wait-for-readings.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const part = (page: Page, key: string) => page.getByRole('region', { name: words(key), exact: true })

const centsIn = (text: string) =>
  [...text.matchAll(/(−?)€([\d,]+\.\d\d)/g)].map(
    ([, sign, amount]) => (sign ? -1 : 1) * Math.round(Number(amount!.replaceAll(',', '')) * 100),
  )

it('a home follows its money from the overview to its costs, which bill and chart share, and sets a budget', async () => {
  const page = await stage.open({ url, path: null, person: 'basic' })
  const context = page.context()
  const { user } = await read<{ user: { locations: { id: number }[] } }>(context, '/auth/user')
  const locationId = user.locations[0]!.id
  await page.goto(`/locations/${locationId}`)
  const card = page.getByRole('region', { name: words('location_pricing.bill.payable'), exact: true })
  await card.getByText(words('location_overview.money.month')).waitFor()
  await card.getByRole('link', { name: words('titles.money_costs') }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.innerText()).toMatch(/^To pay this month: €[\d,.]+ so far/)

  // Of past months: the figures of the bill and of the chart of the same days, to the cent.
  const row = part(page, 'money.months.heading').getByRole('row').nth(1)
  await row.waitFor()
  const [cost, revenue, payable] = centsIn((await row.getByRole('cell').allInnerTexts()).join(' '))
  const { money } = await read<{ money: { month: string; time_zone: string } }>(
    context,
    `/locations/${locationId}/money`,
  )
  const first = Temporal.PlainYearMonth.from(money.month).subtract({ months: 1 }).toPlainDate({ day: 1 })
  const last = first.add({ months: 1 }).subtract({ days: 1 })
  const { bill } = await read<{ bill: { totals: Record<'net' | 'vat' | 'feedIn' | 'payable', string> } }>(
    context,
    `/locations/${locationId}/pricing/bill?from=${first}&to=${last}`,
  )
  const { net, vat, feedIn, payable: owed } = bill.totals
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  expect([cost, revenue, payable]).toEqual([cents(net) + cents(vat), cents(feedIn), cents(owed)])

  // Of the month so far: the bill and the columns of the chart say the same.
  const [now] = centsIn(await heading.innerText())
  const month = Temporal.PlainYearMonth.from(money.month)
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(money.time_zone).epochMilliseconds
  const begin = month.toPlainDate({ day: 1 })
  const [from, to] = [midnight(begin), midnight(begin.add({ months: 1 }))]
  const { totals } = await read<{ totals: Record<'importCost' | 'exportRevenue', string> }>(
    context,
    `/locations/${locationId}/pricing/costs?from=${from}&to=${to}&interval=86400`,
  )
  const drawn = Number(totals.importCost) - Number(totals.exportRevenue)
  // Each line of a bill is rounded to the cent, a column is not; and a quarter-hour may pass meanwhile.
  expect(Math.abs(drawn * 100 - now!)).toBeLessThan(30)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // A budget below what was spent is exceeded, and the overview says so.
  const budget = part(page, 'money.budget.heading')
  const setBudget = async (amount: string) => {
    await budget
      .getByRole('button', {
        name: new RegExp(`^(${words('money.budget.set')}|${words('money.budget.change')})$`),
      })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('money.budget.amount')).fill(amount)
    await dialog.getByRole('button', { name: words('common.action.save') }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await setBudget('0.01')
  await budget.getByText('€0.01').waitFor()
  await budget.getByText(words('money.budget.state.exceeded')).waitFor()
  await setBudget('99999')
  await budget.getByText(words('money.budget.state.within')).waitFor()
})

it('the data of a metering point shows what the bill of its location comes to, also on a phone', async () => {
  const page = await stage.open({ url, path: null, person: 'advanced' })
  const context = page.context()
  await waitForReadings(page)
  interface Devices {
    devices: { id: number; readings: { last_import_at: number | null } }[]
  }
  const findDevices = async () => (await read<Devices>(context, '/abstract-devices-all')).devices
  const devices = await findDevices()
  const joined = await Promise.all(
    devices.map(async ({ id }) => ({
      id,
      location: (
        await read<{ location: { id: number } | null }>(context, `/pricing/abstract-devices/${id}/location`)
      ).location,
    })),
  )
  const { id, location } = joined.find((one) => one.location !== null)!
  const isRead = async () =>
    (await findDevices()).find((device) => device.id === id)!.readings.last_import_at !== null
  await expect.poll(isRead, { timeout: 180_000 }).toBe(true)
  const last = Temporal.Now.plainDateISO('Europe/Ljubljana').with({ day: 1 }).subtract({ days: 1 })
  const [from, to] = [last.with({ day: 1 }).toString(), last.toString()]
  await page.goto(`/external/integrations/moj-elektro/data?device=${id}&from=${from}&to=${to}`)
  const money = part(page, 'portal.money.heading')
  await money.getByText(words('location_pricing.bill.payable')).waitFor()
  const { bill } = await read<{ bill: { totals: { payable: string } } }>(
    context,
    `/locations/${location!.id}/pricing/bill?from=${from}&to=${to}`,
  )
  const shown = centsIn(await money.getByRole('definition').first().innerText())
  expect(shown).toEqual([Math.round(Number(bill.totals.payable) * 100)])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await money.scrollIntoViewIfNeeded()
  await money.getByRole('link', { name: words('titles.money_costs') }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/locations/${location!.id}/money`)
})
