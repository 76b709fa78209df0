import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { expect, test } from 'vitest'
import { bill } from '../bill.ts'
import { housePoint, makeEnergies, makeList, makeWorld } from '../testing/made-world.ts'
import { toMonthFigure } from './month-figures.ts'

const days = { from: '2026-03-01', to: '2026-03-31' }
const made = makeEnergies('2026-03-01', '2026-04-01')
const steady: QuarterHourSeries = { ...made, importMilliWh: made.importMilliWh.map(() => 125_000) }
/** Every second quarter-hour of some days was not read. */
const half: QuarterHourSeries = {
  ...steady,
  importMilliWh: steady.importMilliWh.map((energy, i) => (i % 2 === 0 ? energy : Number.NaN)),
}
const world = (network: 'published' | 'none') =>
  makeWorld(
    [
      makeList({
        isMultiTariff: false,
        buy: { kind: 'fixed', t0: '0.1', t1: null, t2: null },
        monthlyFees: [{ name: 'Fee', amount: '5' }],
        network: { kind: network },
        taxes: { published: true, rows: [] },
      }),
    ],
    { point: housePoint() },
  )
const figureOf = (energies: QuarterHourSeries, network: 'published' | 'none') => {
  const month = bill(world(network), energies, days).months[0]!
  return { ...toMonthFigure(month), payable: Number(month.totals.payable) }
}

test('a whole month is its bill, and one that was not read at all is made up of nothing', () => {
  const whole = figureOf(steady, 'published')
  expect(whole).toMatchObject({ month: 3, isHighSeason: false, share: 1, whole: whole.payable })
  const unread = { ...steady, importMilliWh: steady.importMilliWh.map(() => Number.NaN) }
  const none = figureOf(unread, 'published')
  expect(none).toMatchObject({ share: 0, whole: none.payable })
})

test.each(['none', 'published'] as const)(
  'a month that was read in part is made up in proportion, but for what a month costs anyway (network: %s)',
  (network) => {
    const [whole, part] = [figureOf(steady, network), figureOf(half, network)]
    expect(part.share).toBeCloseTo(0.5, 2)
    expect(part.payable).toBeLessThan(whole.payable - 2)
    expect(Math.abs(part.whole - whole.whole)).toBeLessThan(0.1)
  },
)

test('November to February are the high season', () => {
  const seasonOf = (month: string) => {
    const { months } = bill(world('none'), steady, days)
    return toMonthFigure({ ...months[0]!, month }).isHighSeason
  }
  expect(['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'].map(seasonOf)).toEqual([
    ...[false, true, true, true, true, false],
  ])
})
