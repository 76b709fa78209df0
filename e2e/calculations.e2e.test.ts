import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { choose, expectAccessible, useStage } from './kit/browser.ts'
import { expectAnswer } from './kit/expect-answer.ts'
import { read } from './kit/people.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const portal = '/external/integrations/moj-elektro'
const prices = 'vt=0.12&mt=0.09'
const asking = /\/calculations$/

type Line = { factors: { value: number; unit: string }[]; totalCost: { amount: number }; category: string }
interface FeeMonth {
  totalCost: { amount: number } | null
  grandTotal: { amount: number } | null
  networkPower: { lines: Line[] }
}
interface Answer {
  calculations: {
    newSystem: Record<string, FeeMonth>
    totals: {
      newSystem: { totalCost: { amount: number } }
      customSystem: { totalCost: { amount: number } } | null
    }
    agreedPower: { answer: { powersKw: number[] } }
  }
}

const euro = (amount: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount)
const button = (page: Page, key: string) => page.getByRole('button', { name: words(key), exact: true })
const table = (page: Page, key: string) =>
  page.getByRole('table', { name: words(`calculations.table.${key}`), exact: true })
const slider = (page: Page, block: number) =>
  page.getByRole('slider', { name: words('calculations.powers.of_block').replace('{block}', String(block)) })
const resultOf = (page: Page) => page.locator('output')

/** The page of a point with readings from the demo's portal, with the server's answer that it shows. */
async function openCalculations(width = 1440, path = `${portal}/calculations?${prices}`) {
  const page = await stage.open({ url, path: null, person: 'advanced', width })
  await expect.poll(() => hasReadings(page), { timeout: 180_000 }).toBe(true)
  const answered = await expectAnswer<Answer>(page, asking)
  await page.goto(path)
  const answer = await answered()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, answer }
}

async function hasReadings(page: Page): Promise<boolean> {
  const { devices } = await read<{ devices: { readings: { last_import_at: number | null } }[] }>(
    page.context(),
    '/abstract-devices-all',
  )
  return devices[0]?.readings.last_import_at != null
}

describe('the calculations', () => {
  it('lead from Process to the tables with the figures of the server, and from a figure to its formula', async () => {
    const { page } = await openCalculations(1440, `${portal}/calculations?${prices}`)
    const answered = await expectAnswer<Answer>(page, asking)
    const questions: unknown[] = []
    page.on('request', (request) => {
      if (asking.test(request.url()) && request.method() === 'POST') questions.push(request.postDataJSON())
    })
    await page.getByLabel('VT [EUR/kWh]').fill('0.2')
    await button(page, 'portal.sidebar.process').click()
    const { calculations } = await answered()
    const [key, month] = Object.entries(calculations.newSystem).at(-2)!
    const total = euro(calculations.totals.newSystem.totalCost.amount)
    await table(page, 'total').getByRole('button', { name: total, exact: true }).waitFor()
    expect(questions).toMatchObject([{ data: { vt: 0.2 } }])
    await button(page, 'portal.sidebar.process').click()
    await expect.poll(() => questions).toMatchObject([{ data: { vt: 0.2 } }, { data: { vt: 0.2 } }])

    await page.getByRole('combobox', { name: words('calculations.bill.period') }).selectOption(key)
    await table(page, 'total')
      .getByRole('button', { name: euro(month.totalCost!.amount), exact: true })
      .waitFor()
    const line = month.networkPower.lines.find(({ category }) => category === 'block2')!
    const row = table(page, 'networkPower').getByRole('row', { name: /^Block 2/ })
    await row
      .getByRole('button', { name: euro(line.totalCost.amount), exact: true })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${line.factors[0]!.value} kW`).waitFor()
    await dialog.getByText(`${line.factors[1]!.value} EUR/kW`).waitFor()
    await dialog.getByRole('heading', { name: words('calculations.formula.rates') }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // Rows that only fill up a table are hidden from screen readers.
    expect(await table(page, 'energy').getByRole('row').count()).toBe(4)
  })

  it('update their cost while a step is dragged, and Process gives exactly the previewed result', async () => {
    const { page, answer } = await openCalculations()
    const handle = slider(page, 3)
    await handle.scrollIntoViewIfNeeded()
    const box = (await handle.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 20)
    await resultOf(page).getByText('€').waitFor()
    const first = await resultOf(page).textContent()
    await page.mouse.move(x, y + 50)
    await expect.poll(() => resultOf(page).textContent()).not.toBe(first)
    await page.mouse.up()
    const seen = await resultOf(page).textContent()

    const asked = page.waitForRequest((request) => asking.test(request.url()))
    await button(page, 'calculations.powers.process').click()
    const { customPowerLimits } = ((await asked).postDataJSON() as { data: { customPowerLimits: object } })
      .data
    expect(Object.values(customPowerLimits).map(String)).toEqual(
      await Promise.all([1, 2, 3, 4, 5].map((block) => slider(page, block).getAttribute('aria-valuenow'))),
    )
    await expect.poll(() => button(page, 'calculations.powers.process').isDisabled()).toBe(true)
    expect(await resultOf(page).textContent()).toBe(seen)

    await button(page, 'calculations.powers.reset_optimum').click()
    const optimum = answer.calculations.agreedPower.answer.powersKw
    await expect.poll(() => slider(page, 1).getAttribute('aria-valuenow')).toBe(String(optimum[0]))
  })

  it('are usable by keyboard alone, refuse what the operator would refuse, and offer a text to send', async () => {
    const { page } = await openCalculations()
    await slider(page, 5).focus()
    const before = Number(await slider(page, 5).getAttribute('aria-valuenow'))
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => slider(page, 5).getAttribute('aria-valuenow'))
      .toBe(String(Math.round(before * 10 + 1) / 10))
    await page.keyboard.press('End')
    const field = page.getByRole('textbox', { name: /^Block 2/ })
    await field.fill('0,25')
    const refusal = words('calculations.refusal.notInSteps').replace('{block}', '2')
    await page.getByText(refusal).waitFor()
    await expect.poll(() => button(page, 'calculations.powers.process').isDisabled()).toBe(true)
    await button(page, 'calculations.powers.reset_optimum').focus()
    await page.keyboard.press('Enter')
    await page.getByText(refusal).waitFor({ state: 'detached' })
    await page.getByText('Sprememba dogovorjene obračunske moči').waitFor()

    const figure = table(page, 'total').getByRole('button').last()
    await figure.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await expect.poll(focused).toBe(await figure.textContent())
  })

  it('are available as a document and as a workbook', async () => {
    const { page } = await openCalculations()
    for (const [key, magic] of [
      ['calculations.download.pdf', '%PDF'],
      ['calculations.download.xlsx', 'PK'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, key).click()])
      expect(
        readFileSync(await file.path())
          .subarray(0, magic.length)
          .toString(),
      ).toBe(magic)
    }
  })

  it('keep the old result when a new one fails, and say so', async () => {
    const { page, answer } = await openCalculations()
    const total = euro(answer.calculations.totals.newSystem.totalCost.amount)
    await page.route(asking, (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'no_readings' } } }),
    )
    await button(page, 'portal.sidebar.preset.last_year').click()
    await page.getByText(words('calculations.error_fetching')).waitFor()
    await page.getByText(words('errors.no_readings')).waitFor()
    await table(page, 'total').getByRole('button', { name: total, exact: true }).waitFor()
  })

  it('say what to do without prices, and link to the prices for the whole bill, on a phone too', async () => {
    const page = await stage.open({ url, person: 'advanced', width: 390, path: `${portal}/calculations` })
    await page.getByText(words('calculations.without_prices.text')).waitFor()
    await page.getByRole('heading', { name: words('calculations.verdict.keep_operator') }).waitFor()
    await button(page, 'calculations.empty.action').click()
    await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('vt')
  })
})

describe('the comparison charts', () => {
  it('announce a month by keyboard, show the same as a table, and export it as a file', async () => {
    const { page, answer } = await openCalculations(1440, `${portal}/comparison-charts?${prices}`)
    const months = Object.entries(answer.calculations.newSystem)
    const card = page.getByRole('region', { name: words('calculations.compare.by_month'), exact: true })
    await card.getByRole('group', { name: new RegExp(words('calculations.compare.by_month')) }).focus()
    await page.keyboard.press('End')
    const last = euro(months.at(-1)![1].grandTotal!.amount)
    await card.getByText(last, { exact: true }).first().waitFor()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await card.getByRole('button', { name: words('charts.download.label') }).click()
        await page.getByRole('menuitem', { name: words('charts.download.csv') }).click()
      })(),
    ])
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${months[0]![0]},newSystem,`)))

    await card.getByRole('button', { name: words('charts.table.show') }).click()
    const rows = card.getByRole('row')
    await expect.poll(() => rows.count()).toBe(lines.length)

    const peaks = page.getByRole('region', { name: words('calculations.peaks.title'), exact: true })
    await peaks.getByText(words('calculations.choice.optimised')).waitFor()
    await choose(page, words('calculations.choice.optimised'))
  })
})
