import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { milliWhPerKw } from '@ohmstead/network-fee/quarter-hour-series'
import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { costSeries } from './cost-series.ts'
import { housePoint, makeEnergies, makeList, makeWorld } from './testing/made-world.ts'

// What days have cost stays as it is when the days after them are read.

const [first, tenth] = ['2026-04-01', '2026-04-11'].map((day) => localMidnightMs(day)) as [number, number]
const list = makeList({
  network: { kind: 'published' },
  taxes: {
    published: true,
    rows: [{ name: 'Support', kind: 'per_kw_month', rate: '0.7', validFrom: '2020-01-01', validTo: null }],
  },
})
const energies = makeEnergies('2026-04-01', '2026-05-01')
// The highest of the month, on a working day at ten.
const peak = (localMidnightMs('2026-04-21') - first) / quarterHourMs + 40
energies.importMilliWh[peak] = 20 * milliWhPerKw
const soFar = {
  ...energies,
  importMilliWh: energies.importMilliWh.map((energy, place) =>
    first + place * quarterHourMs < tenth ? energy : Number.NaN,
  ),
}

test.each([
  ['agreed powers', housePoint()],
  ['nothing agreed', housePoint({ agreedPowers: [] })],
])('what days have cost does not follow from later readings: %s', (_, point) => {
  const world = makeWorld([list], { point })
  const [then, later] = [soFar, energies].map((read) => costSeries(world, read, [first, tenth]).buckets[0]!)
  expect(then!.importCost).not.toBeNull()
  expect(later).toEqual(then)
})

test('a tax by the kilowatt is charged in the end on the highest power of the month where none is agreed', () => {
  const world = makeWorld([list], { point: housePoint({ agreedPowers: [] }) })
  const [month] = bill(world, energies, { from: '2026-04-01', to: '2026-04-30' }).months
  const line = month!.lines.find(({ name }) => name === 'Support')
  expect(line).toMatchObject({ quantity: { amount: '20', unit: 'kW' }, amount: '14.00' })
})

test.each([
  ['ends', '2020-01-01', '2026-04-20', '13.333333333333', '9.33'],
  ['begins', '2026-04-21', null, '6.666666666667', '4.67'],
])(
  'such a tax that %s within the month is charged for its share of it',
  (_, validFrom, validTo, kw, amount) => {
    const rows = [{ name: 'Support', kind: 'per_kw_month' as const, rate: '0.7', validFrom, validTo }]
    const taxes = { published: true, rows }
    const world = makeWorld([makeList({ ...list.terms, taxes })], { point: housePoint({ agreedPowers: [] }) })
    // The peak comes on the first day.
    const importMilliWh = energies.importMilliWh.slice()
    importMilliWh[40] = 20 * milliWhPerKw
    const [month] = bill(
      world,
      { ...energies, importMilliWh },
      { from: '2026-04-01', to: '2026-04-30' },
    ).months
    const line = month!.lines.find(({ name }) => name === 'Support')
    expect(line).toMatchObject({ quantity: { amount: kw, unit: 'kW' }, amount })
  },
)
