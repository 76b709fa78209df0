import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketEdges } from './buckets.ts'
import { chooseInterval, type Interval, intervals, monthInterval } from './intervals.ts'

const hour = 3_600_000
const day = 24 * hour
const local = (text: string, zone: string) =>
  Temporal.ZonedDateTime.from(`${text}[${zone}]`).epochMilliseconds
const zones = [
  'Europe/Ljubljana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/Santiago',
  'UTC',
]

describe('buckets', () => {
  it.each([
    ['23 hours in spring', '2026-03-29T00:00', 23],
    ['25 hours in autumn', '2026-10-25T00:00', 25],
    ['24 hours else', '2026-06-01T00:00', 24],
  ])('of a day hold %s', (_title, start, hours) => {
    const from = local(start, 'Europe/Ljubljana')
    const edges = bucketEdges(from, from + 3 * day, 86_400, 'Europe/Ljubljana')
    expect((edges[1]! - edges[0]!) / hour).toBe(hours)
    expect(bucketEdges(from, edges[1]!, 3600, 'Europe/Ljubljana')).toHaveLength(hours + 1)
    expect(bucketEdges(from, edges[1]!, 900, 'Europe/Ljubljana')).toHaveLength(hours * 4 + 1)
  })

  it('of 4 and 12 hours follow the local clock, also on days of a clock change', () => {
    const zone = 'Europe/Ljubljana'
    for (const date of ['2026-03-29', '2026-10-25', '2026-06-01']) {
      const from = local(`${date}T00:00`, zone)
      const edges = bucketEdges(from, from + 2 * day, 14_400, zone).slice(0, 7)
      expect(
        edges.map((edge) => Temporal.Instant.fromEpochMilliseconds(edge).toZonedDateTimeISO(zone).hour),
      ).toEqual([0, 4, 8, 12, 16, 20, 0])
    }
  })

  it('of an hour start at the local full hour where the zone is half an hour off', () => {
    const from = local('2026-05-01T00:00', 'Asia/Kolkata')
    const edges = bucketEdges(from + 60_000, from + 3 * hour, 3600, 'Asia/Kolkata')
    expect(edges).toEqual([from + 60_000, from + hour, from + 2 * hour, from + 3 * hour])
  })

  it('of a month are as long as the month', () => {
    const zone = 'Europe/Ljubljana'
    const edges = bucketEdges(
      local('2026-01-15T00:00', zone),
      local('2026-04-10T00:00', zone),
      monthInterval,
      zone,
    )
    expect(edges).toEqual(
      ['01-15', '02-01', '03-01', '04-01', '04-10'].map((date) => local(`2026-${date}T00:00`, zone)),
    )
  })

  it('omit a day that a zone never had', () => {
    const from = local('2011-12-28T00:00', 'Pacific/Apia')
    const edges = bucketEdges(from, from + 4 * day, 86_400, 'Pacific/Apia')
    const dates = edges
      .slice(0, -1)
      .map((edge) => Temporal.Instant.fromEpochMilliseconds(edge).toZonedDateTimeISO('Pacific/Apia').day)
    expect(dates).toEqual([28, 29, 31, 1])
  })

  it('cover exactly the requested range, in order, and longer ones end where shorter ones end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }),
        fc.integer({ min: 1, max: 90 * day }),
        (zone, from, length) => {
          const to = from + length
          const all = intervals
            .filter((interval) => interval >= 300)
            .map((interval) => bucketEdges(from, to, interval, zone))
          for (const edges of all) {
            expect([edges[0], edges.at(-1)]).toEqual([from, to])
            expect(edges.findIndex((edge, index) => index > 0 && !(edge > edges[index - 1]!))).toBe(-1)
          }
          const fine = new Set(all[0])
          for (const edges of all) expect(edges.every((edge) => fine.has(edge))).toBe(true)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('refuse an unknown zone', () => {
    expect(() => bucketEdges(0, day, 86_400, 'Europe/Atlantis')).toThrow(RangeError)
  })
})

describe('the automatic interval', () => {
  it.each<[string, number, Interval]>([
    ['an hour', 3600, 60],
    ['a day of 25 hours', 25 * 3600, 300],
    ['a week', 7 * 86_400, 900],
    ['a month', 31 * 86_400, 3600],
    ['a year', 366 * 86_400, 86_400],
    ['three years', 3 * 366 * 86_400, monthInterval],
  ])('for %s', (_title, seconds, interval) => {
    expect(chooseInterval(seconds)).toBe(interval)
  })
})
