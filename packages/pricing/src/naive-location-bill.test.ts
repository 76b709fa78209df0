import { checkTerms } from '@ohmstead/domain/pricing/check-list-terms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { anyWorld } from './testing/any-world.ts'
import { makeEnergies } from './testing/made-world.ts'
import { billMonthNaively } from './testing/naive-location-bill.ts'

const nextMonth = (month: string) => Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()

test('any bill of a month is that of working it out quarter-hour by quarter-hour, in any zone', () => {
  fc.assert(
    fc.property(anyWorld, fc.integer({ min: 1, max: 1e6 }), ({ world, month, zone }, seed) => {
      for (const { terms } of Object.values(world.priceLists)) expect(checkTerms(terms)).toEqual({})
      const made = { zone, seed, hasExport: true, gaps: 0.02, estimated: 0.01 }
      const energies = makeEnergies(`${month}-01`, `${nextMonth(month)}-01`, made)
      const to = Temporal.PlainYearMonth.from(month).daysInMonth
      const { months } = bill(world, energies, { from: `${month}-01`, to: `${month}-${to}` })
      const { totals, exact, missing } = months[0]!
      const naive = billMonthNaively(world, energies, month)
      expect(missing.length === 0).toBe(naive.isKnown)
      if (!naive.isKnown) return
      expect(totals).toMatchObject({ net: naive.net, vat: naive.vat, feedIn: naive.feedIn })
      expect(exact).toMatchObject({ net: naive.exactNet, vat: naive.exactVat, feedIn: naive.exactFeedIn })
    }),
    { numRuns: 60 },
  )
})
