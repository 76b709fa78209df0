import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { choose, useStage } from './kit/browser.ts'
import { read } from './kit/people.ts'
import { findLocations } from './kit/places.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

async function openCharts(search = '') {
  const page = await stage.open({ url, path: null, person: 'advanced' })
  const locationId = (await findLocations(page.context()))[0]!.id
  await page.goto(`/locations/${locationId}/charts${search}`)
  await page.getByRole('region', { name: words('charts.totals.label') }).waitFor()
  return { page, locationId }
}

const tableOf = (page: Page) => page.getByRole('main').getByRole('table')

async function showTable(page: Page): Promise<number> {
  await page.getByRole('button', { name: words('charts.table.show') }).click()
  await tableOf(page).waitFor()
  return Number(await tableOf(page).getAttribute('aria-rowcount')) - 1
}

describe('the charts page', () => {
  it.each(['?range=yesterday', '?range=last7days', '?range=lastMonth'])(
    'shows exactly the range of %s, as chart and as table',
    async (search) => {
      const asked: URL[] = []
      const { page } = await openCharts()
      page.on('request', (request) => {
        // The previous page may still be loading, for its own range.
        const isOfRange = page.url().includes(search)
        if (isOfRange && /\/data\/energy\?/.test(request.url())) asked.push(new URL(request.url()))
      })
      await page.goto(`${page.url().split('?')[0]}${search}`)
      await page.getByRole('region', { name: words('charts.totals.label') }).waitFor()
      await expect.poll(() => asked.length).toBeGreaterThan(0)
      const { from, to } = Object.fromEntries(asked[0]!.searchParams)
      const answer = await read<{ ts: number[]; from: number; to: number }>(
        page.context(),
        asked[0]!.pathname.replace('/api', '') + asked[0]!.search,
      )
      expect([answer.from, answer.to].map(String)).toEqual(
        [from, to].map((value) => String(new Date(Number(value) || value!).getTime())),
      )
      expect(await showTable(page)).toBe(answer.ts.length)
    },
  )

  it('have the same sum at every interval', async () => {
    const { page, locationId } = await openCharts()
    // Yesterday's midnight: a reading of the last minutes may still be on its way.
    const to = Date.now() - (Date.now() % 86_400_000) - 86_400_000
    const totals = new Set<number>()
    for (const interval of [300, 900, 3600, 86_400]) {
      const energy = await read<{ totals: { grid_import: number } }>(
        page.context(),
        `/locations/${locationId}/data/energy?from=${to - 7 * 86_400_000}&to=${to}&interval=${interval}`,
      )
      totals.add(energy.totals.grid_import)
    }
    expect(totals.size).toBe(1)
    expect([...totals][0]).toBeGreaterThan(0)
  })

  it('changes view and interval and keeps them in the address', async () => {
    const { page } = await openCharts('?range=yesterday')
    await choose(page, words('charts.view.power'))
    await page.waitForURL(/view=power/)
    await page
      .getByLabel(words('charts.interval.label'))
      .selectOption({ label: words('charts.interval.3600') })
    await page.waitForURL(/interval=3600/)
    await page.reload()
    await page.getByRole('region', { name: words('charts.totals.label') }).waitFor()
    expect(await page.getByRole('radio', { name: words('charts.view.power') }).isChecked()).toBe(true)
    expect(await page.getByLabel(words('charts.interval.label')).inputValue()).toBe('3600')
    await page.getByRole('button', { name: words('charts.range.previous') }).click()
    await page.goBack()
    await page.waitForURL(/range=yesterday/)
  })

  it('zooms by dragging and by keyboard, and back by a double click', async () => {
    const { page } = await openCharts('?range=yesterday')
    const chart = page.getByRole('main').locator('canvas').first()
    const box = (await chart.boundingBox())!
    const zoomOut = page.getByRole('button', { name: words('charts.zoom.out') })
    expect(await zoomOut.count()).toBe(0)
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 8 })
    await page.mouse.up()
    await zoomOut.waitFor()
    await page.waitForURL(/zoom=\d+-\d+/)
    await page.reload()
    await zoomOut.waitFor()
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
    await zoomOut.waitFor({ state: 'detached' })
  })

  it('downloads the table as CSV and as a workbook, and the chart as PNG', async () => {
    const { page } = await openCharts('?range=yesterday')
    const downloads: { name: string; content: Buffer }[] = []
    for (const item of [
      words('charts.download.csv'),
      words('charts.download.xlsx'),
      words('charts.download.png'),
    ]) {
      await page.getByRole('button', { name: words('charts.download.label') }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      downloads.push({ name: download.suggestedFilename(), content: readFileSync(await download.path()) })
    }
    const [csv, xlsx, png] = downloads
    expect(xlsx!.name).toMatch(/\.xlsx$/)
    expect(xlsx!.content.subarray(0, 2).toString()).toBe('PK')
    expect(csv!.name).toMatch(/\.csv$/)
    const rows = await showTable(page)
    const lines = csv!.content.toString().trim().split(/\r?\n/)
    expect(lines).toHaveLength(rows + 1)
    expect(png!.name).toMatch(/\.png$/)
    expect(png!.content.subarray(1, 4).toString()).toBe('PNG')
    expect(png!.content.length).toBeGreaterThan(5_000)
  })

  it('compares yesterday with the same weekday a week before in three presses from the location', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced' })
    const locationId = (await findLocations(page.context()))[0]!.id
    await page.goto(`/locations/${locationId}`)
    await page.getByRole('link', { name: words('navigation.bottom.charts'), exact: true }).click()
    await page.getByRole('button', { name: words('charts.range.previous') }).click()
    await page.getByRole('button', { name: words('charts.compare.action') }).click()
    await page.getByText(/^Outlined: /).waitFor()
    await page.waitForURL(/compare=sameWeekday/)
    await page
      .getByLabel(words('charts.compare.label'))
      .selectOption({ label: words('charts.compare.day_before') })
    await page.waitForURL(/compare=previous/)
  })

  it('shows the last hour, a device, a device group and a group of locations', async () => {
    const { page, locationId } = await openCharts()
    await choose(page, words('charts.range.latest'))
    await page.getByText(words('charts.range.last_hour')).waitFor()
    const { location } = await read<{
      location: {
        location_group_id: number
        company: { id: number }
        devices: { id: number; name: string; device_group_id: number | null }[]
      }
    }>(page.context(), `/locations/${locationId}`)
    const device = location.devices.find(({ device_group_id }) => device_group_id !== null)!
    await page.goto(`/locations/${locationId}/device-groups/${device.device_group_id}`)
    await page.getByRole('main').locator('canvas').first().waitFor()
    await page.goto(`/locations/${locationId}/device-groups/${device.device_group_id}/devices/${device.id}`)
    await page.getByRole('main').locator('canvas').first().waitFor()
    await page.goto(`/companies/${location.company.id}/location-groups/${location.location_group_id}/charts`)
    await page.getByRole('main').locator('canvas').first().waitFor()
  })
})
