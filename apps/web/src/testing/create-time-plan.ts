import type { TimePlanView } from '../shared/pricing/time-plans-query.ts'

/** A plan of one season: Day from 06:00 to 22:00, Night otherwise, every day. */
export function createTimePlan(more: Partial<TimePlanView> = {}): TimePlanView {
  const block = { type: 'PRICING_ENERGY', value: '0.12', tiers: [], isInUse: true } as const
  const hours = [
    [2, 0, 360],
    [1, 360, 1320],
    [2, 1320, 1440],
  ] as const
  return {
    id: 4,
    version: 7,
    title: 'Day and night',
    color: '#3f8f6b',
    countryCode: 'SI',
    holidayWeekday: null,
    libraryKey: null,
    isInUse: false,
    usedBy: [],
    otherUses: 0,
    blocks: [
      { ...block, id: 1, title: 'Day', color: '#e0a400', tiers: [] },
      { ...block, id: 2, title: 'Night', color: '#3b6fd4', tiers: [] },
    ],
    seasons: [{ id: 1, title: 'All year', validFrom: '2025-01-01', repeatsYearly: true }],
    slots: ([1, 2, 3, 4, 5, 6, 7] as const).flatMap((weekday) =>
      hours.map(([blockId, fromMinute, toMinute], place) => ({
        id: weekday * 10 + place,
        seasonId: 1,
        blockId,
        weekday,
        fromMinute,
        toMinute,
      })),
    ),
    ...more,
  }
}
