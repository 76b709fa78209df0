import type { Locator, Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { read } from './kit/people.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const portal = '/external/integrations/moj-elektro'

/** The content of the demo's portal. */
const token = 'demo-portal-token'
const eimm = '4-1402733'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const button = (page: Page, key: string) => page.getByRole('button', { name: words(key), exact: true })

async function addToken(page: Page, text: string) {
  await page.getByLabel(words('portal.token.label'), { exact: true }).fill(text)
  await button(page, 'portal.token.add').click()
}

/** Shown next to the question, and as a toast. */
async function expectRefusal(page: Page, key: string) {
  const told = (part: Locator) =>
    part
      .getByRole('alert')
      .filter({ hasText: words(key) })
      .waitFor()
  await told(page.getByRole('main'))
  await told(page.getByRole('status'))
}

interface Device {
  id: number
  eimm: string
  readings: { days: number }
}
const ownDevices = async (page: Page) =>
  (await read<{ devices: Device[] }>(page.context(), '/abstract-devices-all')).devices

/** The portal's export of one day, each quarter-hour 0.25 kWh, the one ending at noon twelve times as much. */
function writeCsv(day: string, ofEimm: string): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const rows = Array.from({ length: 96 }, (_, at) => {
    const minutes = (at + 1) * 15
    const time =
      minutes === 1440 ? `${next} 00:00:00` : `${day} ${two((minutes / 60) | 0)}:${two(minutes % 60)}:00`
    return `${ofEimm};383111570000000001;${time};${minutes === 720 ? '3,000' : '0,250'};0,000`
  })
  return ['Merilno mesto;GSRN MM;Časovna značka;Energija A+;Energija A-', ...rows].join('\r\n')
}

/** A recent Wednesday, without a clock change. */
function findWednesday(): string {
  const day = new Date(Date.now() - 30 * 86_400_000)
  while (day.getUTCDay() !== 3) day.setTime(day.getTime() - 86_400_000)
  return day.toISOString().slice(0, 10)
}

const drop = (page: Page, content: string, name: string) =>
  page
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

describe('the portal', () => {
  it('leads from a token to a metering point, shows the progress of its import, and then its readings', async () => {
    const page = await stage.open({ url, path: '/external/integrations', person: 'user' })
    await page.getByText(words('portal.index.not_connected')).waitFor()
    await page.getByRole('link', { name: 'Moj Elektro' }).click()
    await page.waitForURL(`**${portal}/data`)
    await heading(page, words('portal.first.heading')).waitFor()

    // Nothing is sent while the field is empty.
    await button(page, 'portal.token.add').click()
    await page.getByText(words('portal.token.required')).waitFor()
    // A token unknown to the portal comes back to its field with the portal's reason, and nothing is ticked off.
    const field = page.getByLabel(words('portal.token.label'), { exact: true })
    await addToken(page, 'nobody-knows-this-token')
    await page.getByText(words('portal.token.refused.rejected')).waitFor()
    await page.getByText('Neveljaven žeton').waitFor()
    expect(await field.inputValue()).toBe('nobody-knows-this-token')
    expect(await page.locator('[data-done]').count()).toBe(0)
    await field.fill(`  ${token}  `)
    await button(page, 'portal.token.replace_action').click()
    const first = page.getByRole('listitem').filter({ hasText: 'demo-••••••••' })
    await first.getByText(words('portal.token.state.accepted')).waitFor()
    expect(await page.locator('[data-done]').count()).toBe(1)
    expect(await page.content()).not.toContain(token)

    await page.getByLabel(words('portal.device.eimm')).fill('4-999')
    await button(page, 'portal.device.add_action').click()
    await expectRefusal(page, 'errors.portal_unknown_point')
    await page.getByLabel(words('portal.device.eimm')).fill(eimm)
    await button(page, 'portal.device.add_action').click()
    await page.getByRole('progressbar', { name: words('portal.import.running') }).waitFor()
    await expect
      .poll(async () => (await ownDevices(page))[0]?.readings.days ?? 0, { timeout: 180_000 })
      .toBeGreaterThan(700)
    await heading(page, /In the last 12 months you took [\d,]+ kWh/).waitFor()

    // The sum on the page equals the server's.
    const [device] = await ownDevices(page)
    const [from, to] = await Promise.all(
      ['from', 'to'].map(async (name) => {
        const written = await page.getByLabel(words(`portal.sidebar.${name}`), { exact: true }).inputValue()
        return written.split('/').reverse().join('-')
      }),
    )
    const { import_milli_wh } = await read<{ import_milli_wh: (number | null)[] }>(
      page.context(),
      `/abstract-devices/${device!.id}/readings?from=${from}&to=${to}`,
    )
    const kwh = import_milli_wh.reduce<number>((sum, energy) => sum + (energy ?? 0), 0) / 1e6
    const shown = kwh.toLocaleString('en-GB', { maximumFractionDigits: 0 })
    await heading(page, new RegExp(`took ${shown} kWh`)).waitFor()
  })

  it('keeps a token that the portal rejects, says so, and deletes it with its points', async () => {
    const page = await stage.open({ url, path: `${portal}/management`, person: 'basic' })
    await heading(page, words('portal.management.heading')).waitFor()
    await addToken(page, 'nobody-knows-this-token')
    const row = page.getByRole('listitem').filter({ hasText: 'nobod••••••••' })
    await row.getByText(words('portal.token.state.rejected')).waitFor()
    await page.getByText(words('portal.token.refused.rejected')).waitFor()
    const field = page.getByLabel(words('portal.token.label'), { exact: true })
    expect(await field.inputValue()).toBe('nobody-knows-this-token')
    // The next one replaces it.
    await addToken(page, 'somebody-else-knows-this')
    await page.getByRole('listitem').filter({ hasText: 'someb••••••••' }).waitFor()
    await row.waitFor({ state: 'detached' })
    await addToken(page, 'nobody-knows-this-token')
    await row.getByText(words('portal.token.state.rejected')).waitFor()
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText(words('portal.token.remove_none')).waitFor()
    await button(page, 'portal.token.remove_action').click()
    await row.waitFor({ state: 'detached' })
    expect(await ownDevices(page)).toHaveLength(1)
  })

  it('asks a newcomer for the country, then accepts the portal’s file and shows its readings', async () => {
    const page = await stage.open({ url, path: portal, person: 'newcomer' })
    await heading(page, words('portal.country.title')).waitFor()
    await page.getByLabel(words('portal.country.label')).selectOption('SI')
    await button(page, 'portal.country.save').click()
    await heading(page, words('portal.first.heading')).waitFor()
    await drop(page, 'Datum;PREJETA DELOVNA ENERGIJA ET\r\n2026-01-14;12,3', 'dnevna.csv')
    await page.getByRole('main').getByText(words('errors.csv_not_quarter_hours')).waitFor()
    const day = findWednesday()
    await drop(page, writeCsv(day, '4-8000001'), 'izvoz.csv')
    // The page of the new point: its only day is in the last year.
    await heading(page, /In the last 12 months you took 26\.8 kWh/).waitFor()
    await page.getByText(/highest quarter-hour was 12\.0 kW on Wed .*, 11:45–12:00/).waitFor()

    await page.goto(`${portal}/management`)
    await button(page, 'portal.details.open').click()
    const dialog = page.getByRole('dialog')
    for (const [block, power] of ['5', '4', '6', '6', '6'].entries())
      await dialog.getByLabel(`Block ${block + 1}`).fill(power)
    await button(page, 'portal.details.save').click()
    await dialog.getByText(words('portal.details.agreed_falling')).waitFor()
    await dialog.getByLabel('Block 2').fill('5,5')
    await button(page, 'portal.details.save').click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${portal}/data?from=${day}&to=${day}`)
    const agreed = page
      .getByRole('row', { name: /^Block 2/ })
      .getByRole('cell', { name: '5.50', exact: true })
    await agreed.waitFor()
    const above = await page
      .getByRole('row', { name: /^Block/ })
      .getByRole('cell')
      .filter({ hasText: /^1$/ })
      .count()
    expect(above, 'one quarter-hour lies above what is agreed').toBe(1)

    // The selected one is deleted: links to other points are shown, not that the page is missing.
    await page.goto(`${portal}/data?device=${(await ownDevices(page))[0]!.id}`)
    await heading(page, /26\.8 kWh/).waitFor()
    await page.getByRole('link', { name: words('titles.portal_management'), exact: true }).click()
    await page.getByRole('button', { name: /^Delete metering point 4-8000001/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('portal.device.remove_action') })
      .click()
    await expect.poll(() => ownDevices(page)).toEqual([])
    await page.getByRole('link', { name: words('titles.portal_data'), exact: true }).click()
    await heading(page, words('portal.first.heading')).waitFor()
  })

  it('finds one of many metering points by a part of its name, by keyboard alone', async () => {
    const page = await stage.open({ url, path: `${portal}/data`, person: 'aggregator' })
    const field = page.getByRole('combobox', { name: words('portal.sidebar.device') })
    const options = page.getByRole('listbox', { name: words('portal.sidebar.device') }).getByRole('option')
    await field.focus()
    await page.keyboard.press('ArrowDown')
    expect(await options.count()).toBeGreaterThan(30)
    await page.keyboard.type('vidmar hisa')
    const [name = ''] = (await options.first().innerText()).split('\n')
    expect(name).toMatch(/^Hiša Vidmar/)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(/device=\d+/)
    await expect.poll(() => field.inputValue()).toBe(name)
    expect(await options.count()).toBe(0)
  })

  it('answers for a metering point of somebody else as for a missing one', async () => {
    const other = await stage.open({ url, path: null, person: 'advanced' })
    const [foreign] = await ownDevices(other)
    const page = await stage.open({ url, path: `${portal}/data?device=${foreign!.id}`, person: 'basic' })
    await heading(page, words('fallback.lost')).waitFor()
    const answer = await page.context().request.get(`/api/abstract-devices/${foreign!.id}`)
    expect(answer.status()).toBe(404)
  })

  it('enables Process only with a valid selection, and opens the calculations with it', async () => {
    const page = await stage.open({ url, path: `${portal}/data`, person: 'basic' })
    const process = button(page, 'portal.sidebar.process')
    await process.waitFor()
    expect(await process.isDisabled()).toBe(true)
    const vt = page.getByLabel('VT [EUR/kWh]')
    await vt.press('-')
    expect(await vt.inputValue()).toBe('')
    await vt.blur()
    await page.getByText(words('portal.sidebar.price_required')).waitFor()
    await vt.fill('0,123')
    await page.getByLabel('MT [EUR/kWh]').fill('0.098')
    expect(await process.isEnabled()).toBe(true)
    const from = page.getByLabel(words('portal.sidebar.from'), { exact: true })
    await from.fill('1/1/2019')
    await from.blur()
    await page.getByText(words('portal.sidebar.range_tooLong').replace('{days}', '730')).waitFor()
    expect(await process.isDisabled()).toBe(true)
    await button(page, 'portal.sidebar.preset.year').click()
    await process.click()
    await page.waitForURL(new RegExp(`${portal}/calculations\\?.*vt=0\\.123&mt=0\\.098`))
  })

  it('accepts a day in the format of the language, or from a calendar without future days', async () => {
    const page = await stage.open({ url, path: `${portal}/data`, person: 'basic' })
    const to = page.getByLabel(words('portal.sidebar.to'), { exact: true })
    await to.fill('31/12/2099')
    await to.blur()
    await page.getByText(words('portal.sidebar.range_future')).waitFor()
    await to.fill('31/02/2026')
    await page.getByText(words('portal.sidebar.range_required')).waitFor()

    const opener = button(page, 'portal.sidebar.pick_to')
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: words('portal.sidebar.pick_to') })
    await dialog.getByRole('table').waitFor()
    await expectAccessible(page)
    expect(await dialog.locator('th').first().textContent()).toBe('Mo')
    expect(await button(page, 'charts.range.next').isDisabled(), 'no month to come').toBe(true)
    await button(page, 'charts.range.previous').click()
    const fifteenth = dialog.getByRole('button', { name: /^15 / })
    const name = await fifteenth.getAttribute('aria-label')
    await fifteenth.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const day = new Date(`${name} UTC`).toISOString().slice(0, 10)
    expect(await to.inputValue()).toBe(day.split('-').reverse().join('/'))
    await page.waitForURL((address) => address.searchParams.get('to') === day)
    await expect
      .poll(() => page.locator(':focus').getAttribute('aria-label'))
      .toBe(words('portal.sidebar.pick_to'))
  })

  it('shows the first of many metering points, more on demand, and those that a search finds', async () => {
    const page = await stage.open({ url, path: `${portal}/management`, person: 'aggregator' })
    const points = page.getByRole('region', { name: words('portal.device.heading') })
    const country = page.getByLabel(words('portal.country.label'))
    await points.or(country).waitFor()
    if (await country.isVisible()) {
      await country.selectOption('SI')
      await button(page, 'portal.country.save').click()
    }
    const cards = points.getByRole('heading', { level: 3 })
    await expect.poll(() => cards.count()).toBe(20)
    await page.getByRole('button', { name: words('portal.device.more').replace('{count}', '20') }).click()
    await expect.poll(() => cards.count()).toBe(40)
    const [name] = ((await cards.last().textContent()) ?? '').split(' ')
    const search = points.getByLabel(words('portfolio.table.search'))
    await search.fill(name!)
    await expect.poll(() => cards.allInnerTexts()).toEqual([expect.stringContaining(name!)])
    await search.fill('nowhere')
    await points.getByText(words('navigation.search.none').replace('{text}', 'nowhere')).waitFor()
    expect(await cards.count()).toBe(0)
  })
})
