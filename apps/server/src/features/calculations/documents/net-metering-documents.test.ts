import type { CalculationsView } from '@ohmstead/contract/calculations'
import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import { type Locale, supportedLocales } from '@ohmstead/domain/i18n/locales'
import { settleNetMetering } from '@ohmstead/network-fee/systems/net-metering-settlement'
import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test, vi } from 'vitest'
import { answerCalculation } from '../answer-calculation.ts'
import { buildReport } from './build-report.ts'
import type { DocumentAbout } from './document-task.ts'
import { createWords } from './document-words.ts'
import { createCanvas } from './pdf-canvas.ts'
import { drawNetMetering } from './pdf-net-metering.ts'
import { drawRates } from './pdf-rates.ts'
import { drawSummary } from './pdf-summary.ts'
import { writeDocument } from './write-document.ts'

const point = household([5, 5, 5, 5, 5])
const julyMs = [Date.UTC(2025, 5, 30, 22), Date.UTC(2025, 6, 31, 22)] as const

/** 1.1 kW of import, a third of it exported; July 2025 unread on request. */
function settle(hasGap: boolean, fromDay = '2025-01-01', endDay = '2026-03-01') {
  const taken = seriesOf(fromDay, endDay, (at) => (hasGap && at >= julyMs[0] && at < julyMs[1] ? null : 1.1))
  const series = { ...taken, exportMilliWh: taken.importMilliWh.map((energy) => Math.round(energy / 3) || 0) }
  const input = { series, problems: [], point, energyPrices: { vt: 0.12, mt: 0.09, et: null } }
  const json = JSON.stringify(
    answerCalculation({ adviceFrom: '2026-12-01', ...input, customPowersKw: null, levies: true, vat: true }),
  )
  const settlement = settleNetMetering(series, point)
  return { series, settlement, json, calculation: JSON.parse(json) as CalculationsView }
}

const aboutIn = (locale: Locale): DocumentAbout => ({
  locale,
  brand: { platformName: 'Ohmstead', theme: 'dark' },
  device: { eimm: '4-0000001', gsrn: null, title: null },
  consumerInfo: { userGroup: 0, netMetering: true, powerLimits: [], assumed: [] } as unknown as ConsumerInfo,
  soFar: null,
  fromDay: '2025-01-01',
  toDay: '2026-02-28',
  prices: { vt: 0.12, mt: 0.09, et: null },
  levies: true,
  vat: true,
  hash: 'h'.repeat(43),
  madeAtMs: Date.UTC(2026, 2, 1),
})

/** The text fragments of a PDF as drawn, with cut-off parts missing. */
function drawTexts(
  { settlement, calculation }: ReturnType<typeof settle>,
  locale: Locale,
  ...parts: ((...drawn: Parameters<typeof drawSummary>) => void)[]
): string[] {
  const words = createWords(locale)
  const report = buildReport(calculation, aboutIn(locale), words, settlement)
  const canvas = createCanvas('', '', locale)
  const text = vi.spyOn(canvas.document, 'text')
  for (const draw of parts) draw(canvas, report, words, '#000000')
  return text.mock.calls.map(([drawn]) => drawn)
}

const whole = settle(false)
const gapped = settle(true)
const { years } = whole.settlement

describe('the PDF of a netted point', () => {
  test('lists the settled years to the cent with their formulas, before what was paid', () => {
    const texts = drawTexts(whole, 'sl', drawSummary, drawRates)
    const { money, number } = createWords('sl')
    expect(texts).toEqual(expect.arrayContaining(['2025', '2026 (v 2 mesecih)']))
    for (const { year, billedKwh, networkEnergy } of years) {
      const { factors, totalCost } = networkEnergy!
      expect(texts).toContain(number(totalCost.amount, 2))
      const formula = texts.find((one) => one.startsWith(`${year}: `))!
      expect(formula).toContain(`${number(billedKwh, 0, 6)} kWh × ${number(factors[1]!.value, 0, 6)} €/kWh`)
      expect(formula).toMatch(new RegExp(`→ ${money(totalCost.amount)}$`))
    }
    const paid = texts.indexOf(money(whole.calculation.totals.newSystem.grandTotal!.amount))
    expect(paid).toBeGreaterThan(texts.indexOf('Letno netiranje'))
    expect(texts).toContain('Omrežnina brez 15-minutnih meritev')
  })

  test.each(supportedLocales)('cuts no text of the years in %s', (locale) => {
    const texts = drawTexts(gapped, locale, drawNetMetering)
    const { t } = createWords(locale)
    const table = texts.slice(
      texts.indexOf(t('calculations.net_metering')),
      texts.indexOf(t('calculations.net_metering_rule')),
    )
    expect(table.length).toBeGreaterThan(10)
    expect(table.filter((one) => one.endsWith('…'))).toEqual([])
  })
})

test('a month without readings is the only one omitted from what was paid, as on the page', async () => {
  const { json, series, calculation } = gapped
  expect(calculation.totals.newSystem.grandTotal).toBeNull()
  const cents = Object.values(calculation.newSystem).map(({ grandTotal }) =>
    Math.round((grandTotal?.amount ?? 0) * 100),
  )
  const paidEur = cents.reduce((sum, one) => sum + one) / 100
  const texts = drawTexts(gapped, 'en', drawSummary)
  expect(texts).toContain(createWords('en').money(paidEur))
  expect(texts).toContain('in 13 months, with levies and VAT')
  expect(texts).toContain('2025 (incomplete)')
  const file = await writeDocument({ kind: 'xlsx', json, netted: { series, point }, about: aboutIn('en') })
  const { rows } = (await readXlsx(file)).sheets[0]!
  expect(rows.find(([first]) => first === 'Current system (in 13 months)')?.[1]).toBe(paidEur)
})

// Days of two years: every sheet, and few rows in the longest.
const short = settle(false, '2025-12-29', '2026-01-04')

test.each(supportedLocales)(
  'the workbook opens in %s, its sheets named after their titles',
  async (locale) => {
    const { json, series } = short
    const file = await writeDocument({
      kind: 'xlsx',
      json,
      netted: { series, point },
      about: aboutIn(locale),
    })
    const { t } = createWords(locale)
    const names = (await readXlsx(file)).sheets.map(({ name }) => name)
    const titles = ['summary', 'net_metering', 'lines', 'agreed_power', 'readings'].map((key) =>
      t(`calculations.document.sheet.${key}`),
    )
    for (const title of [...titles, t('calculations.document.rates_title')])
      expect(names.filter((name) => title.startsWith(name))).toHaveLength(1)
  },
)
