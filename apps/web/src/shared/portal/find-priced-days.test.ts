import { describe, expect, test } from 'vitest'
import { findPricedDays } from './find-priced-days.ts'

type Asked = Parameters<typeof findPricedDays>[0]

const factory = { userGroup: 3, consumerType: 'INDUSTRIAL', powerLimits: [] } as unknown as NonNullable<
  Asked['consumerInfo']
>
const household = { ...factory, userGroup: 0, consumerType: 'RESIDENTIAL' } as typeof factory

const ask = (consumerInfo: Asked['consumerInfo'], from: string | null, to: string | null) =>
  findPricedDays({ consumerInfo, readings: { from, to } })

describe('the days to choose if the chosen ones have no tariff', () => {
  test('are those of the readings with published rates', () => {
    expect(ask(factory, '2024-11-22', '2026-11-21')).toEqual({ from: '2024-11-22', to: '2024-12-31' })
  })

  test('never exceed the length of a range', () => {
    expect(ask(household, '2024-10-01', '2026-11-21')).toEqual({ from: '2024-11-21', to: '2026-11-21' })
  })

  test('are none if nothing is known of the point, its readings or their rates', () => {
    expect(ask(null, '2024-11-22', '2026-11-21')).toBeNull()
    expect(ask(factory, null, null)).toBeNull()
    expect(ask(factory, '2025-01-01', '2026-11-21')).toBeNull()
  })
})
