import { describe, expect, test } from 'vitest'
import { timeBlockAt } from '../calendar/time-block.ts'
import { buildLoadProfile } from '../load-profile.ts'
import { publishedRates } from '../rates/published-rates.ts'
import { contextOf, household, seriesOf } from '../testing/test-series.ts'
import { buildComingYear, type ComingYear, weighToYear } from './coming-year.ts'
import { networkOnly } from './optimise-agreed-power.ts'
import { buildPowerMonths, costOfMonth } from './power-month.ts'

const adviceFrom = '2026-12-01'
/** The local day in winter, 'YYYY-MM-DD'; an hour off in summer, which no month here minds. */
const dayOf = (startMs: number) => new Date(startMs + 3_600_000).toISOString().slice(0, 10)

/** A steady kilowatt between two days; `isGap` leaves quarter-hours out. */
function readFrom(
  fromDay: string,
  toDay: string,
  isGap: (startMs: number) => boolean = () => false,
): ComingYear {
  const series = seriesOf(fromDay, toDay, (startMs) => (isGap(startMs) ? null : 1))
  return buildComingYear(series, publishedRates, adviceFrom)
}

/** Quarter-hours of the first block on some days. */
const inFirstBlock =
  (...days: string[]) =>
  (startMs: number) =>
    days.includes(dayOf(startMs)) && timeBlockAt(startMs) === 1

describe('the readings that advice needs', () => {
  test('are enough with a whole year', () => {
    const { data } = readFrom('2025-12-01', adviceFrom)
    expect(data).toMatchObject({ isEnough: true, missingHighSeason: [], possibleFrom: null })
    expect(data.months).toHaveLength(12)
    expect(data.blockShares).toEqual([1, 1, 1, 1, 1])
  })

  test('lack a month of the high season that was read in part, until that month has passed again', () => {
    const { data } = readFrom('2025-12-02', adviceFrom)
    expect(data).toMatchObject({ isEnough: false, missingHighSeason: [12], possibleFrom: '2027-01-01' })
    expect(data.months).not.toContain('dec-2025')
  })

  test('lack the month that runs now only until it is over', () => {
    const { data } = readFrom('2025-12-01', '2026-11-20')
    expect(data).toMatchObject({ isEnough: false, missingHighSeason: [11], possibleFrom: adviceFrom })
  })

  test('lack the low season until its last month has passed', () => {
    const { data } = readFrom('2025-11-01', '2026-03-01')
    expect(data).toMatchObject({ isEnough: false, missingHighSeason: [], possibleFrom: '2027-11-01' })
    expect(data.blockShares[4]).toBe(0)
  })

  test('need 95 % of the quarter-hours of each block in a month', () => {
    // January 2026 has twenty working days, and only they have the first block.
    const one = readFrom('2025-12-01', adviceFrom, inFirstBlock('2026-01-13')).data
    expect(one.months).toContain('jan-2026')
    const two = readFrom('2025-12-01', adviceFrom, inFirstBlock('2026-01-13', '2026-01-14')).data
    expect(two.months).not.toContain('jan-2026')
    expect(two).toMatchObject({ missingHighSeason: [1], possibleFrom: '2027-02-01' })
  })

  test('count an estimate as a reading that is missing', () => {
    const series = seriesOf('2025-12-01', adviceFrom, () => 1)
    const isEstimate = inFirstBlock('2026-01-13', '2026-01-14')
    const isEstimated = series.isEstimated.map((_, place) =>
      Number(isEstimate(series.firstStartMs + place * 900_000)),
    )
    const { data } = buildComingYear({ ...series, isEstimated }, publishedRates, adviceFrom)
    expect(data.missingHighSeason).toEqual([1])
  })

  test('need 95 % of each block over the year too: half a summer month is too much to lack', () => {
    const { data } = readFrom('2025-12-01', adviceFrom, (startMs) => /^2026-06-[123]/.test(dayOf(startMs)))
    expect(data).toMatchObject({ isEnough: false, missingHighSeason: [], possibleFrom: '2027-07-01' })
    expect(data.blockShares[4]).toBeLessThan(0.95)
  })

  test('take the month of an earlier year where the last one has a gap', () => {
    const { data } = readFrom(
      '2024-12-01',
      adviceFrom,
      inFirstBlock('2026-01-13', '2026-01-14', '2026-01-15'),
    )
    expect(data.isEnough).toBe(true)
    expect(data.months).toContain('jan-2025')
    expect(data.months).not.toContain('jan-2026')
    expect(data.blockShares).toEqual([1, 1, 1, 1, 1])
  })
})

describe('months weighed to a year', () => {
  const context = contextOf(household([5, 5, 5, 5, 5]))
  const options = { ...networkOnly, floorKw: 0, includesEstimated: false }
  const agreedEur = ({ profile }: Pick<ComingYear, 'profile'>) =>
    weighToYear(buildPowerMonths(profile, context, options).months).reduce(
      (sum, month) => sum + costOfMonth(month, [5, 6, 7, 8, 9]).agreedEur,
      0,
    )
  const year = agreedEur(readFrom('2025-12-01', adviceFrom))

  test('cost as much as one year where two years were read', () => {
    expect(agreedEur(readFrom('2024-12-01', adviceFrom))).toBeCloseTo(year, 6)
  })

  test('cost as much as one year where the low season was read in part', () => {
    const part = readFrom('2025-12-01', adviceFrom, (startMs) => /^2026-0[678]/.test(dayOf(startMs)))
    expect(part.profile.months).toHaveLength(9)
    expect(agreedEur(part)).toBeCloseTo(year, 6)
  })

  test('stay as they are at the rates of their own time', () => {
    const own = buildLoadProfile(seriesOf('2024-12-01', '2026-12-01', () => 1))
    const { months } = buildPowerMonths(own, context, options)
    expect(months).toHaveLength(24)
    expect(weighToYear(months)).toBe(months)
  })
})
