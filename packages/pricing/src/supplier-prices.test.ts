import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceAt } from './price-at.ts'
import type { PriceComponent } from './price-component.ts'
import { supplierPrices } from './price-series.ts'
import { anyWorld } from './testing/any-world.ts'

const sum = (components: readonly PriceComponent[]) =>
  components.every(({ rate }) => rate !== null)
    ? components.reduce((all, { rate }) => all + Number(rate), 0)
    : Number.NaN

test("a supplier's prices are its parts of the price at every instant", () => {
  fc.assert(
    fc.property(anyWorld, fc.nat({ max: 2600 }), ({ world, month, zone }, place) => {
      const fromMs = Temporal.PlainDate.from(`${month}-01`).toZonedDateTime(zone).epochMilliseconds
      const atMs = Math.floor(fromMs / quarterHourMs + place) * quarterHourMs
      const { energy, saved, feedIn } = supplierPrices(world, atMs, atMs + quarterHourMs)
      const exact = priceAt(world, atMs)
      const perKwh = exact.import.components.filter(({ unit }) => unit === '/kWh')
      const own = perKwh.filter(({ part }) => part === 'energy')
      const fee = perKwh.filter(({ name }) => name === 'buyFee')
      // Tax is a part of its own, on everything: its share of all is the rate.
      const net = sum(perKwh.filter(({ part }) => part !== 'vat'))
      const rate = net === 0 ? Number.NaN : sum(perKwh.filter(({ part }) => part === 'vat')) / net
      expect(energy[0]!).toBeCloseTo(sum(own), 9)
      if (!Number.isNaN(rate)) expect(saved[0]!).toBeCloseTo((sum(own) + sum(fee)) * (1 + rate), 6)
      expect(feedIn[0]!).toBeCloseTo(sum(exact.export.components), 9)
    }),
    { numRuns: 200 },
  )
})
