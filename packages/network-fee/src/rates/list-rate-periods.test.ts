import { expect, test } from 'vitest'
import { formatDay, parseDay } from '../calendar/local-time.ts'
import { findNewSystemRates } from '../systems/new-system-rates.ts'
import { listRatePeriods } from './list-rate-periods.ts'
import { publishedRates } from './published-rates.ts'

const groups = [0, 1, 2, 3, 4] as const

test.each(groups)('group %d: every day lies in a period with exactly the rates that hold on it', (group) => {
  const periods = listRatePeriods(group, publishedRates)
  for (let days = parseDay('2024-10-01'); days < parseDay('2028-01-01'); days += 1) {
    const day = formatDay(days)
    for (const isHousehold of [true, false]) {
      const fits = periods.filter(
        ({ from, to, consumers }) =>
          from <= day &&
          (to === null || day <= to) &&
          (consumers === 'all' || (consumers === 'household') === isHousehold),
      )
      const rates = findNewSystemRates({ userGroup: group, isHousehold }, day, publishedRates)
      expect([day, fits.length, fits[0]?.rates?.id ?? null]).toEqual([
        day,
        1,
        rates?.powerEurPerKw && rates.energyEurPerKwh ? rates.id : null,
      ])
    }
  }
})

test('what nobody published is a period without rates, up to an open end', () => {
  expect(listRatePeriods(1, publishedRates).map(({ from, to, rates }) => [from, to, rates === null])).toEqual(
    [
      ['2025-01-01', null, true],
      ['2024-10-01', '2024-12-31', false],
    ],
  )
})
