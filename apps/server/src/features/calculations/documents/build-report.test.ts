import type { CalculationsView } from '@ohmstead/contract/calculations'
import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { expect, test, vi } from 'vitest'
import { answerCalculation } from '../answer-calculation.ts'
import { buildReport } from './build-report.ts'
import type { DocumentAbout } from './document-task.ts'
import { createWords } from './document-words.ts'
import { createCanvas } from './pdf-canvas.ts'
import { drawSummary } from './pdf-summary.ts'

const words = createWords('en')
const about: DocumentAbout = {
  locale: 'en',
  brand: { platformName: 'Ohmstead', theme: 'dark' },
  device: { eimm: '4-0000001', gsrn: null, title: null },
  consumerInfo: { userGroup: 0, powerLimits: [], assumed: [] } as unknown as ConsumerInfo,
  soFar: null,
  fromDay: '2025-12-01',
  toDay: '2026-11-30',
  prices: null,
  levies: true,
  vat: true,
  hash: 'h'.repeat(43),
  madeAtMs: Date.UTC(2026, 11, 1),
}

/** The report on a year of one kilowatt with powers of the person's own. */
function report(kw: number, { adviceFrom = '2026-12-01' } = {}) {
  const powersKw: BlockPowers = [kw, kw, kw, kw, kw]
  const point = household(powersKw)
  Object.assign(point.agreedPowers![0]!, { setBy: 'user' })
  const series = seriesOf('2025-12-01', '2026-12-01', () => 1)
  const asked = { problems: [], energyPrices: null, customPowersKw: null, levies: true, vat: true }
  const answer = JSON.stringify(answerCalculation({ adviceFrom, series, point, ...asked }))
  return buildReport(JSON.parse(answer) as CalculationsView, about, words, null)
}
/** The same of a point with this register. */
function warningsWith(powerLimits: Partial<NonNullable<ConsumerInfo['powerLimits']>[number]>[]) {
  const { calculation } = report(9)
  const consumerInfo = { ...about.consumerInfo, powerLimits } as ConsumerInfo
  return buildReport(calculation, { ...about, consumerInfo }, words, null).warnings.join(' ')
}
const adviceOf = (built: ReturnType<typeof report>) => built.recommendation.join(' ')

test('the range of a saving stands beside a change, and beside nothing else', () => {
  const [low] = words
    .t('calculations.document.advice.sure', { low: '', high: '', share: '' })
    .split(/[^A-Za-z ]/)
  expect(adviceOf(report(9))).toContain(low!)
  const kept = report(3.4)
  expect(kept.calculation.agreedPower.advice!.kind).toBe('keep')
  expect(adviceOf(kept)).not.toContain(low!)
})

test('rates that are not published yet are named with the day from which they are missing', () => {
  const known = report(9, { adviceFrom: '2026-01-01' })
  expect(known.calculation.agreedPower.assumedFrom).toBeNull()
  expect(adviceOf(known)).not.toContain('not published yet')
  const later = report(9)
  const from = later.calculation.agreedPower.assumedFrom!
  expect(adviceOf(later)).toContain(`Rates from ${words.day(from)} are not published yet`)
})

test('the row of the powers to have is the one that stands out', () => {
  const emphasised = (built: ReturnType<typeof report>) => {
    const canvas = createCanvas('', '', 'en')
    const text = vi.spyOn(canvas, 'text')
    drawSummary(canvas, built, words, '#000000')
    return text.mock.calls.filter(([, , , style]) => style?.weight === 'bold').map(([drawn]) => drawn)
  }
  expect(emphasised(report(9))).toContain(words.t('calculations.choice.optimised'))
  expect(emphasised(report(3.4))).toContain(words.t('calculations.choice.current'))
  expect(emphasised(report(3.4))).not.toContain(words.t('calculations.choice.optimised'))
})

test('sums without energy are said to be without it, others are not', () => {
  const built = report(9)
  const sentence = words.t('calculations.document.warning.without_energy')
  expect(built.warnings).toContain(sentence)
  const priced = { ...about, prices: { vt: 0.12, mt: 0.09, et: null } }
  expect(buildReport(built.calculation, priced, words, null).warnings).not.toContain(sentence)
})

test('a block that the file has no power of is named as assumed, of the powers in force only', () => {
  const past = { dateFrom: '2025-01-01', assumedBlocks: [5] }
  expect(warningsWith([past, { dateFrom: '2026-05-01', assumedBlocks: [1] }])).toMatch(
    /Since .*2026.*\(block 1\)/,
  )
  expect(warningsWith([past, { dateFrom: '2026-05-01' }])).not.toContain('(block')
})
