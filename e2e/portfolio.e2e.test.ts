import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { expectAnswer } from './kit/expect-answer.ts'
import { read } from './kit/people.ts'
import { waitForReadings } from './kit/wait-for-readings.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const address = '/external/integrations/moj-elektro/management/portfolio'

const button = (page: Page, key: string) => page.getByRole('button', { name: words(key), exact: true })
const table = (page: Page) => page.getByRole('table', { name: words('titles.portal_portfolio') })

/** A completed run. */
async function openRun(): Promise<Page> {
  const page = await stage.open({ url, path: null, person: 'aggregator' })
  await waitForReadings(page)
  await page.goto(address)
  const start = button(page, 'portfolio.run.start').or(button(page, 'portfolio.run.again'))
  const country = page.getByLabel(words('portal.country.label'))
  await start.or(country).waitFor()
  if (await country.isVisible()) {
    await country.selectOption('SI')
    await button(page, 'portal.country.save').click()
  }
  const started = await expectAnswer<{ optimisation: { id: number } }>(page, /\/optimisations$/)
  await start.click()
  const { id } = (await started()).optimisation
  const stateOf = async () =>
    (await read<{ optimisation: { state: string } }>(page.context(), `/portfolio/optimisations/${id}`))
      .optimisation.state
  await expect.poll(stateOf, { timeout: 180_000 }).toBe('done')
  hasRun = true
  // Before it started, the previous run was shown: only now is it surely this one.
  await page.reload()
  await table(page).waitFor()
  return page
}

let hasRun = false
/** For checks that work with any run: each calculates every point. */
const runUnlessThere = async () => hasRun || (await openRun())

describe('all metering points at once', () => {
  it('are calculated, summed up, sorted, searched and opened', async () => {
    const page = await openRun()
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toMatch(/^\d+ metering points: .* could/)
    await expectAccessible(page)

    const costs = async () =>
      (await table(page).locator('tbody tr td:nth-child(6)').allInnerTexts()).map((text) =>
        Number(text.replace(/[^\d.]/g, '')),
      )
    await table(page)
      .getByRole('button', { name: words('portfolio.table.current_cost') })
      .click()
    await expect
      .poll(async () => {
        const found = (await costs()).filter((cost) => cost > 0)
        return found.length > 5 && found.every((cost, place) => place === 0 || cost <= found[place - 1]!)
      })
      .toBe(true)
    const head = table(page).getByRole('columnheader', { name: words('portfolio.table.current_cost') })
    expect(await head.getAttribute('aria-sort')).toBe('descending')

    await page.getByLabel(words('portfolio.table.search')).fill('Hiša Vidmar')
    await expect.poll(() => table(page).locator('tbody tr').count()).toBeLessThan(10)
    await table(page)
      .getByRole('button', { name: /Hiša Vidmar/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words('portfolio.choice.current')).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: words('portfolio.details.open') }).click()
    await page.waitForURL(/\/calculations\?.*device=\d+/)
  })

  it('offer texts to apply with for the selected ones, and all rows as a file', async () => {
    const page = await openRun()
    await table(page).getByLabel(words('portfolio.table.select_all')).check()
    const saved = page.waitForEvent('download')
    await button(page, 'portfolio.apply.download').click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    expect(text).toMatch(/^Metering point 4-\d+ \(.+\): change of agreed power\nTime block 1: \d+\.\d kW\n/)
    await button(page, 'portfolio.apply.clear').click()

    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect(readFileSync(await (await csv).path(), 'utf8').split('\n').length).toBeGreaterThan(30)
  })

  it('of customers link to their calculation, even without an own point or country', async () => {
    await runUnlessThere()
    const page = await stage.open({ url, path: address, person: 'admin' })
    // The aggregator's run is shown too.
    await table(page).waitFor()
    await page.getByLabel(words('portal.sidebar.from'), { exact: true }).waitFor()
    await table(page)
      .getByRole('button', { name: /Hiša Vidmar/ })
      .first()
      .click()
    await page.getByRole('link', { name: words('portfolio.details.open') }).click()
    await page.waitForURL(/\/calculations\?.*device=\d+/)
    await page.getByText(words('portal.customer').replace('{name}', '')).waitFor()
    await button(page, 'calculations.empty.action').waitFor()
  })

  it('fit on a phone: only the table scrolls sideways', async () => {
    await runUnlessThere()
    const page = await stage.open({ url, path: address, person: 'aggregator', width: 390 })
    await table(page).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
