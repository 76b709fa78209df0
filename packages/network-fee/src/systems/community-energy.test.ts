import { communityCases } from '@ohmstead/domain/sharing/sharing-terms'
import { describe, expect, test } from 'vitest'
import { publishedRates } from '../rates/published-rates.ts'
import { findCommunityRates, splitBlockLine } from './community-energy.ts'
import { buildLine } from './fee-line.ts'
import { findNewSystemRates } from './new-system-rates.ts'

const house = { userGroup: 0 as const, isHousehold: true }
const ratesOn = (day: string, ofCase: (typeof communityCases)[number] | null, point = house) =>
  findCommunityRates(ofCase, point, day, publishedRates)

describe('the rates of a community', () => {
  test('behind one transformer are those of transmission alone', () => {
    expect(ratesOn('2025-06-01', 1)!.eurPerKwh).toEqual([0.00662, 0.00592, 0.00553, 0.00584, 0.00593])
    expect(ratesOn('2026-06-01', 1)!.eurPerKwh).toEqual([0.00774, 0.00671, 0.00551, 0.00602, 0.0044])
  })

  test('of case 4 are the ordinary ones in 2025 and nearly so in 2026', () => {
    for (const [day, digits] of [
      ['2025-06-01', 6],
      ['2026-02-28', 6],
      ['2026-06-01', 3],
    ] as const) {
      const ordinary = findNewSystemRates(house, day, publishedRates)!.energyEurPerKwh!
      ratesOn(day, 4)!.eurPerKwh.forEach((rate, block) => {
        expect(rate).toBeCloseTo(ordinary[block]!, digits)
      })
    }
  })

  test('of all other cases are below the ordinary ones, and second-hand', () => {
    for (const day of ['2025-06-01', '2026-06-01']) {
      const ordinary = findNewSystemRates(house, day, publishedRates)!.energyEurPerKwh!
      for (const ofCase of communityCases.filter((one) => one !== 4)) {
        const { entry, eurPerKwh } = ratesOn(day, ofCase)!
        expect(entry).toMatchObject({ confidence: 'low', sources: ['LA'] })
        eurPerKwh.forEach((rate, block) => {
          expect(rate).toBeLessThan(ordinary[block]!)
        })
      }
    }
  })

  test('are unknown without a case, above group 0, before 2025 and after 2026', () => {
    expect(ratesOn('2026-06-01', null)).toBeNull()
    expect(findCommunityRates(2, { userGroup: 1 }, '2026-06-01', publishedRates)).toBeNull()
    expect(ratesOn('2024-12-31', 2)).toBeNull()
    expect(ratesOn('2027-01-01', 2)).toBeNull()
  })
})

test('a line is split into what was received and the rest, to the milliwatt-hour', () => {
  const line = buildLine('networkEnergy', 'block3', [
    { name: 'energy', value: 12.345678, unit: 'kWh' },
    { name: 'energyRate', value: 0.01717, unit: 'EUR/kWh', rateId: 'newSystem/2026-03-01/0' },
  ])
  const { ordinary, shared } = splitBlockLine(line, 2_345_679, ratesOn('2026-06-01', 2)!)
  expect(ordinary.factors.map(({ value }) => value)).toEqual([9.999999, 0.01717])
  expect(shared.factors.map(({ value }) => value)).toEqual([2.345679, 0.01033])
  expect(shared.factors[1]!.rateId).toBe('communityEnergy/2026-03-01/0')
  expect([ordinary.category, shared.category]).toEqual(['block3', 'block3'])
})
