import { describe, expect, test } from 'vitest'
import { calculatePeriod } from './calculate-period.ts'
import { buildLoadProfile } from './load-profile.ts'
import { buildPeriodProfile } from './period-profile.ts'
import { household, seriesOf } from './testing/test-series.ts'

const living = (place: number) => 0.4 + (place % 96) / 60 + (place % 331 === 7 ? 5 : 0)
const ask = (readings: ReturnType<typeof seriesOf>) =>
  calculatePeriod({ readings, point: household([6, 6, 6, 6, 6]), energyPrices: null }, [{ kind: 'told' }])

describe('a period', () => {
  const wide = seriesOf('2025-01-10', '2025-12-20', (startMs, place) =>
    startMs < Date.parse('2025-03-05') || startMs > Date.parse('2025-10-20') ? null : living(place),
  )
  const narrow = seriesOf('2025-03-01', '2025-11-01', (startMs) => {
    const place = (startMs - wide.firstStartMs) / 900_000
    return startMs < Date.parse('2025-03-05') || startMs > Date.parse('2025-10-20') ? null : living(place)
  })

  test('without readings at its edges costs what the months in between cost, and names what it omits', () => {
    const { quality, ...found } = ask(wide)
    const { quality: whole, ...expected } = ask(narrow)
    expect(found).toEqual(expected)
    expect(Object.keys(found.newSystem)).toHaveLength(8)
    expect(found.totals.newSystem.totalCost).not.toBeNull()
    expect(quality.monthsWithoutReadings).toEqual(['jan-2025', 'feb-2025', 'nov-2025', 'dec-2025'])
    expect(quality.present).toBe(whole.present)
    expect(quality.missing).toBeGreaterThan(whole.missing)
  })

  test('with an empty month in between keeps it, and has no total', () => {
    const { newSystem, totals, quality } = ask(
      seriesOf('2025-03-01', '2025-06-01', (startMs, place) =>
        startMs >= Date.parse('2025-03-31T22:00Z') && startMs < Date.parse('2025-04-30T22:00Z')
          ? null
          : living(place),
      ),
    )
    expect(newSystem['apr-2025']!.missing).toEqual([{ kind: 'noReadings' }])
    expect(totals.newSystem.networkEnergy).toBeNull()
    expect(quality.monthsWithoutReadings).toEqual(['apr-2025'])
  })

  test('without any reading says so in every month', () => {
    const { newSystem, assessment, agreedPower } = ask(seriesOf('2025-03-01', '2025-05-01', () => null))
    expect(
      Object.values(newSystem).every(({ missing }) => missing.some(({ kind }) => kind === 'noReadings')),
    ).toBe(true)
    expect([assessment, agreedPower.answer]).toEqual([null, null])
  })

  test('names the source of every rate it uses, and no other', () => {
    const { rates, sources } = ask(narrow)
    const used = [...new Set(Object.values(rates).flatMap((rate) => rate.sources))].sort()
    expect(Object.keys(sources)).toEqual(used)
    for (const { kind, title } of Object.values(sources)) expect([kind, title]).not.toContain(null)
  })

  test('gives no advice without a high season, says from when it can, and passes on the faults of the readings', () => {
    const { assessment, problems, agreedPower } = ask(narrow)
    expect([assessment, agreedPower.answer, agreedPower.advice]).toEqual([null, null, null])
    expect(agreedPower.unavailable).toBe('notEnoughData')
    // The month after the last reading is November; the last missing month is February.
    expect(agreedPower.fromDay).toBe('2025-11-01')
    expect(agreedPower.data).toMatchObject({
      isEnough: false,
      missingHighSeason: [11, 12, 1, 2],
      possibleFrom: '2026-04-01',
    })
    expect(problems).toEqual([{ kind: 'told' }])
  })

  test('sums whole months; a partial month shows only its energy', () => {
    const { newSystem, oldSystem, totals } = ask(narrow)
    for (const system of [newSystem, oldSystem]) {
      const part = system['oct-2025']!
      expect(part.missing).toContainEqual({ kind: 'partOfMonth' })
      expect(part.networkEnergy!.amount).toBeGreaterThan(0)
      expect([part.networkPower, part.excessivePowerBlocks, part.totalCost, part.grandTotal]).toEqual([
        null,
        null,
        null,
        null,
      ])
    }
    expect(totals.newSystem).toMatchObject({ months: 6, partsOfMonths: ['mar-2025', 'oct-2025'] })
    const whole = Object.values(newSystem).flatMap(({ totalCost }) => totalCost ?? [])
    expect(totals.newSystem.totalCost!.microEuro).toBe(
      whole.reduce((sum, { microEuro }) => sum + microEuro, 0),
    )
  })

  test('that is complete equals the profile itself, given as readings or as a profile', () => {
    const profile = buildLoadProfile(seriesOf('2025-03-01', '2025-05-01', (_, place) => living(place)))
    expect(buildPeriodProfile(profile)).toBe(profile)
    // The first reading, not the first of its month.
    expect(buildPeriodProfile(wide).series.firstStartMs).toBe(Date.parse('2025-03-05T00:00Z'))
    const dayShort = seriesOf('2025-03-01', '2025-04-01', (_, place) => (place < 96 ? null : 1))
    expect(buildPeriodProfile(dayShort).series.firstStartMs).toBe(dayShort.firstStartMs)
  })
})
