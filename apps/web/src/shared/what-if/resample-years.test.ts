import { describe, expect, it } from 'vitest'
import { type MonthSaving, resampleYears } from './resample-years.ts'

const monthOf = (month: number, energyEur: number, change: Partial<MonthSaving> = {}): MonthSaving => ({
  month,
  isHighSeason: month >= 11 || month <= 2,
  share: 1,
  energyEur,
  powerEur: 0,
  ...change,
})
const wholeYear = Array.from({ length: 12 }, (_, place) => monthOf(place + 1, place + 1))

describe('a year from months', () => {
  it('is their sum if each month exists once', () => {
    const year = resampleYears(wholeYear)!
    expect(year.meanEur).toBeCloseTo(78, 9)
    expect(year.monthsKnown).toBe(12)
  })

  it('varies with the months drawn, in order and reproducibly', () => {
    const { samplesEur } = resampleYears(wholeYear)!
    expect(samplesEur).toEqual([...samplesEur].sort((a, b) => a - b))
    expect(samplesEur[0]).toBeLessThan(78)
    expect(samplesEur.at(-1)).toBeGreaterThan(78)
    expect(resampleYears(wholeYear)!.samplesEur).toEqual(samplesEur)
  })

  it('does not vary if all months of a season are alike', () => {
    const alike = wholeYear.map((one) => ({ ...one, energyEur: one.isHighSeason ? 3 : 1 }))
    expect(new Set(resampleYears(alike)!.samplesEur.map((eur) => eur.toFixed(6)))).toEqual(
      new Set(['20.000000']),
    )
  })

  it('treats a split month as one: energy by its days, power by the month', () => {
    const [november, ...others] = [10, ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11]].map(
      (place) => wholeYear[place]!,
    )
    const parts = [
      { ...november!, share: 0.4, energyEur: 4, powerEur: 2 },
      { ...november!, share: 0.6, energyEur: 7, powerEur: 4 },
    ]
    expect(resampleYears([...others, ...parts])!.meanEur).toBeCloseTo(78 - 11 + 11 + 3, 9)
  })

  it('uses the months of the same season where some are unknown', () => {
    const year = resampleYears([monthOf(6, 10), monthOf(12, 2)])!
    expect(year.monthsKnown).toBe(2)
    expect(year.meanEur).toBeCloseTo(8 * 10 + 4 * 2, 9)
  })

  it('draws half a month as a whole one', () => {
    const { samplesEur } = resampleYears([monthOf(6, 5, { share: 0.5, powerEur: 1 })])!
    expect(samplesEur[0]).toBeCloseTo(12 * (10 + 1), 9)
  })

  it('does not scale a few days up to a month while whole months exist', () => {
    const months = [...wholeYear, monthOf(3, 1, { share: 0.03, energyEur: 9 })]
    expect(resampleYears(months)!.meanEur).toBeCloseTo(78, 9)
  })

  it('is null without months', () => {
    expect(resampleYears([])).toBeNull()
    expect(resampleYears([monthOf(1, 0, { share: 0 })])).toBeNull()
  })
})
