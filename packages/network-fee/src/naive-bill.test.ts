import { expect, test } from 'vitest'
import { calculateNetworkFee } from './calculate-network-fee.ts'
import { firstDayAfter, firstDayOf, formatMonthKey } from './calendar/month-key.ts'
import { randomSequence } from './optimum/random-sequence.ts'
import type { BlockPowers } from './powers/agreed-power.ts'
import type { UserGroup } from './rates/user-group.ts'
import type { SystemMonth } from './systems/system-month.ts'
import { billNaively } from './testing/naive-bill.ts'
import { household, seriesOf } from './testing/test-series.ts'

const quarterMs = 900_000
const cents = (money: { microEuro: number } | null | undefined) => (money ? money.microEuro / 1e4 : null)

function centsOf(month: SystemMonth, part: 'networkEnergy' | 'networkPower'): (number | null)[] {
  const lines = month[part]!.lines
  return ([1, 2, 3, 4, 5] as const).map((block) =>
    cents(lines.find(({ category }) => category === `block${block}`)?.totalCost),
  )
}

/** October 2024 to April 2027: every table, both clock changes, every holiday, and months without a tariff. */
const months = Array.from({ length: 31 }, (_, place) => [
  2024 + Math.floor((place + 9) / 12),
  ((place + 9) % 12) + 1,
])

test.each(months)('%i-%i: the cents of every line match a calculation by hand', (year, month) => {
  const random = randomSequence(year! * 12 + month!)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
  for (const userGroup of [0, 0, pick([1, 2, 3, 4])] as UserGroup[]) {
    const isHousehold = userGroup === 0 && random() < 0.5
    const largestKw = pick([4, 17, 43, 500])
    const gaps = pick([0, 0, 0.02])
    const steepness = pick([1, 3, 9])
    const powersTenthKw = Array.from({ length: 5 }, () => Math.floor(random() * largestKw * 10)).sort(
      (a, b) => a - b,
    )
    const readings = seriesOf(firstDayOf(year!, month!), firstDayAfter(year!, month!), () =>
      random() < gaps ? null : largestKw * random() ** steepness,
    )
    const expected = billNaively(
      Array.from(readings.importMilliWh, (milliWh, place) => ({
        startMs: readings.firstStartMs + place * quarterMs,
        milliWh: Number.isNaN(milliWh) ? null : milliWh,
      })),
      powersTenthKw,
      { userGroup, isHousehold },
    )
    const { customSystem } = calculateNetworkFee({
      readings,
      point: household([1, 1, 1, 1, 1], { userGroup, isHousehold }),
      energyPrices: null,
      customPowersKw: powersTenthKw.map((tenth) => tenth / 10) as BlockPowers,
    })
    const found = customSystem![formatMonthKey(year!, month!)]!
    if (expected === null) {
      expect(found.totalCost).toBe(null)
      continue
    }
    const excess = ([1, 2, 3, 4, 5] as const).map((block) => found.excessivePowerBlocks![`block${block}`])
    expect({
      energyCents: centsOf(found, 'networkEnergy'),
      powerCents: centsOf(found, 'networkPower'),
      excessCents: excess.map((block) => cents(block?.totalCost)),
      occurrences: excess.map((block) => block?.occurrences ?? null),
    }).toEqual(expected)
  }
})
