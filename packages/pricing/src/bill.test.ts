import type { FixedPrice, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { calculateNetworkFee } from '@ohmstead/network-fee/calculate-network-fee'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import { linesOf } from '@ohmstead/network-fee/systems/finish-month'
import { describe, expect, test } from 'vitest'
import { bill } from './bill.ts'
import { housePoint, makeEnergies, makeList, makeWorld } from './testing/made-world.ts'

const published: Partial<PriceListTerms> = {
  network: { kind: 'published' },
  taxes: { published: true, rows: [] },
}
const fixed = (t0: string | null, t1: string | null, t2: string | null): FixedPrice => ({
  kind: 'fixed',
  t0,
  t1,
  t2,
})
const period = { from: '2025-06-01', to: '2026-05-31' }

describe('the bill of a location in Slovenia', () => {
  test.each<[string, MeteringPoint]>([
    ['agreed powers of its own', housePoint()],
    ['billed by the maximum of each month', housePoint({ agreedPowers: [] })],
    ['one tariff', housePoint({ tariffsCount: 1 })],
  ])('is that of its metering point: %s', (_, point) => {
    const energies = makeEnergies('2025-06-01', '2026-06-01', { gaps: 0.01, estimated: 0.02 })
    const isSingle = point.tariffsCount === 1
    const buy = isSingle ? fixed('0.1089', null, null) : fixed(null, '0.1199', '0.0979')
    const world = makeWorld([makeList({ ...published, buy, isMultiTariff: !isSingle })], { point })
    const { months } = bill(world, energies, period)
    const fee = calculateNetworkFee({
      readings: energies,
      point,
      energyPrices: { vt: 0.1199, mt: 0.0979, et: 0.1089 },
      options: { levies: true, vat: true },
    })
    const expected = Object.values(fee.newSystem)
    expect(months).toHaveLength(12)
    months.forEach((month, place) => {
      const other = expected[place]!
      const isCharged = other.excessivePowerBlocks?.isCharged
      const lines = linesOf(other).filter(({ part }) => part !== 'excessPower' || isCharged)
      const units = (part: string) =>
        new Set(month.lines.filter((line) => line.part === part).map(({ quantity }) => quantity?.unit))
      expect([units('networkEnergy'), units('networkPower')]).toEqual([new Set(['kWh']), new Set(['kW'])])
      if (isCharged) expect(units('excessPower')).toEqual(new Set(['kW']))
      const amounts = lines.map(({ totalCost }) => totalCost.amount.toFixed(2))
      expect(month.lines.map(({ amount }) => amount).sort()).toEqual(amounts.sort())
      expect(month.totals.payable).toBe(other.grandTotal!.amount.toFixed(2))
      expect(month.totals.vat).toBe(other.vat!.amount.toFixed(2))
    })
  })
})

test('a bill with a provisional month in it is provisional, however complete the other months are', () => {
  const world = makeWorld([makeList({ buy: fixed('0.1', null, null), isMultiTariff: false })])
  const energies = makeEnergies('2025-06-01', '2026-06-01')
  const qualityOf = (missing: number) => {
    const importMilliWh = energies.importMilliWh.slice().fill(Number.NaN, 0, missing)
    return bill(world, { ...energies, importMilliWh }, period).quality
  }
  expect(qualityOf(144)).toMatchObject({ missing: 144, isProvisional: false })
  expect(qualityOf(145)).toMatchObject({ missing: 145, isProvisional: true })
})
