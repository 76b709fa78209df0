import { describe, expect, test } from 'vitest'
import { publishedRates } from '../rates/published-rates.ts'
import { listTariffDays } from './tariff-days.ts'

const household = { userGroup: 0, isHousehold: true } as const
const factory = { userGroup: 3, isHousehold: false } as const
const days = (from: string, to: string) => ({ from, to })

describe('the days for which a point has rates', () => {
  test('a household has them for all of its days', () => {
    const asked = days('2024-11-22', '2026-11-21')
    expect(listTariffDays(household, asked, publishedRates)).toEqual([asked])
  })

  test('a point whose rates end loses the days after them', () => {
    expect(listTariffDays(factory, days('2024-11-22', '2026-11-21'), publishedRates)).toEqual([
      days('2024-11-22', '2024-12-31'),
    ])
  })

  test('nothing remains before the five blocks and after the last rate', () => {
    expect(listTariffDays(household, days('2024-01-15', '2024-09-30'), publishedRates)).toEqual([])
    expect(listTariffDays(factory, days('2025-02-01', '2026-02-01'), publishedRates)).toEqual([])
  })

  test('a gap splits them', () => {
    const book = {
      ...publishedRates,
      newSystem: publishedRates.newSystem.filter(({ from }) => from !== '2025-03-01'),
    }
    expect(listTariffDays(household, days('2024-12-31', '2025-11-01'), book)).toEqual([
      days('2024-12-31', '2025-02-28'),
      days('2025-11-01', '2025-11-01'),
    ])
  })
})
