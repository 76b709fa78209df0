import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { makeEnergies, makeList, makeWorld, plainTerms } from './testing/made-world.ts'
import { worldUnder } from './world-under.ts'

const period = { from: '2026-05-01', to: '2026-05-31' }
const energies = makeEnergies('2026-05-01', '2026-06-01')
const world = makeWorld([makeList()])
const feeOf = (amount: string) => ({ ...plainTerms, monthlyFees: [{ name: 'Account', amount }] })

test('a month under the terms in force is the month itself', () => {
  const asItIs = bill(world, energies, period)
  const under = bill(worldUnder(world, plainTerms), energies, period)
  expect(under.totals).toEqual(asItIs.totals)
  expect(under.months[0]!.lines.map(({ amount }) => amount)).toEqual(
    asItIs.months[0]!.lines.map(({ amount }) => amount),
  )
})

test('other terms change the bill by what they change, to the cent', () => {
  const [before, after] = ['1.99', '2.49'].map((fee) => bill(worldUnder(world, feeOf(fee)), energies, period))
  const fees = [before, after].map((one) => one!.months[0]!.lines.find(({ part }) => part === 'fees')?.amount)
  expect(fees).toEqual(['1.99', '2.49'])
  expect(Number(after!.totals.payable) - Number(before!.totals.payable)).toBeCloseTo(0.5, 10)
})

test('terms whose tariff is not there make the bill unknown, and say why', () => {
  const terms = { ...plainTerms, network: { kind: 'tariff', networkTariffId: 7 } as const }
  const { totals, months } = bill(worldUnder(world, terms), energies, period)
  expect(totals.payable).toBe(null)
  expect(months[0]!.missing).toEqual([{ kind: 'noTariff', networkTariffId: 7 }])
})

test('terms of another country follow its public holidays', () => {
  const holidays = { SI: [], HR: ['2026-05-04', '2026-05-05'] }
  const highOf = (countryCode?: string) =>
    bill(worldUnder({ ...world, holidays }, plainTerms, countryCode), energies, period).months[0]!.lines.find(
      ({ name }) => name === 't1',
    )!.quantity!.amount
  expect(Number(highOf('HR'))).toBeLessThan(Number(highOf()))
  expect(highOf('SI')).toBe(highOf())
})
