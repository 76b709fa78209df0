import { confidences } from '@ohmstead/domain/rates/confidence'
import type { RateKind } from '@ohmstead/domain/rates/rate-kinds'
import { describe, expect, test } from 'vitest'
import { oldSystemGroups } from '../systems/old-system-group.ts'
import acts from './acts.json' with { type: 'json' }
import { publishedRateFiles, publishedRates } from './published-rates.ts'
import type { RateEntry } from './rate-book.ts'
import type { Dated } from './rate-file.ts'
import sources from './sources.json' with { type: 'json' }

const entries = (
  Object.entries(publishedRates) as [RateKind, (Dated & { from: string; id: string })[]][]
).flatMap(([kind, list]) => list.map((entry) => ({ kind, ...entry })))

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}

const lastOfMonth = (day: string) => new Date(Date.parse(day) + 86_400_000).getUTCDate() === 1

describe('the published rates', () => {
  test('each file is named after the first of a month and has only known kinds', () => {
    const kinds = new Set(['from', ...Object.keys(publishedRates)])
    for (const file of publishedRateFiles) {
      expect(file.from).toMatch(/^\d{4}-\d\d-01$/)
      expect(Object.keys(file).filter((key) => !kinds.has(key))).toEqual([])
    }
    const days = publishedRateFiles.map(({ from }) => from)
    expect(days).toEqual([...new Set(days)].sort())
  })

  test.each(entries)('$kind of $from has an end, a confidence and sources', (entry) => {
    expect(confidences).toContain(entry.confidence)
    expect(entry.to === null || (lastOfMonth(entry.to) && entry.to > entry.from)).toBe(true)
    expect(entry.sources.length).toBeGreaterThan(0)
    expect(entry.sources.filter((key) => !(key in sources))).toEqual([])
    expect(entry.acts.filter((key) => !(key in acts))).toEqual([])
    expect(entry.remark).not.toBe('')
  })

  test.each(entries)('$kind of $from has numbers of at most six decimals', (entry) => {
    for (const number of numbersIn(entry)) {
      expect(number).toBeGreaterThanOrEqual(0)
      expect(Math.abs(number * 1e6 - Math.round(number * 1e6))).toBeLessThan(1e-6)
    }
  })

  test('no two entries of a kind apply to the same thing on the same day', () => {
    const subject = (entry: object) => {
      const { userGroup, consumers, levy } = entry as Partial<
        RateEntry<'newSystem'> & RateEntry<'energyLevies'>
      >
      return [userGroup, consumers, levy].join('/')
    }
    for (const [, list] of Object.entries(publishedRates)) {
      for (const [place, one] of list.entries()) {
        for (const other of list.slice(place + 1)) {
          if (subject(one) !== subject(other)) continue
          expect(one.to !== null && one.to < other.from, `${one.id} and ${other.id}`).toBe(true)
        }
      }
    }
  })

  test('rates of the five blocks have five numbers, or none if they are missing', () => {
    for (const { powerEurPerKw, energyEurPerKwh, confidence, transmission } of publishedRates.newSystem) {
      expect(powerEurPerKw === null).toBe(confidence === 'missing')
      expect(powerEurPerKw?.length ?? 5).toBe(5)
      expect(energyEurPerKwh?.length ?? 5).toBe(5)
      transmission?.powerEurPerKw.forEach((part, block) => {
        expect(part).toBeLessThanOrEqual(powerEurPerKw![block]!)
        expect(transmission.energyEurPerKwh[block]!).toBeLessThan(energyEurPerKwh![block]!)
      })
    }
  })

  test('every user group has an entry on every day from October 2024 to December 2026', () => {
    for (let month = 0; month < 27; month++) {
      const day = new Date(Date.UTC(2024, 9 + month, 1)).toISOString().slice(0, 10)
      for (const userGroup of [0, 1, 2, 3, 4]) {
        const found = publishedRates.newSystem.filter(
          (entry) =>
            entry.userGroup === userGroup && entry.from <= day && (entry.to === null || day <= entry.to),
        )
        expect(found.length, `${day} group ${userGroup}`).toBe(
          day < '2025-03-01' && day > '2024-12-31' && userGroup === 0 ? 2 : 1,
        )
      }
    }
  })

  test('calendars give each of 24 hours a block, and block 1 to high-season workdays only', () => {
    for (const { hours, highSeasonMonths } of publishedRates.calendar) {
      expect(highSeasonMonths).toEqual([11, 12, 1, 2])
      for (const [name, list] of Object.entries(hours)) {
        expect(list.length).toBe(24)
        expect(list.every((block) => [1, 2, 3, 4, 5].includes(block))).toBe(true)
        expect(list.includes(1)).toBe(name === 'highSeasonWorkday')
        expect(list.includes(5)).toBe(
          name.startsWith('lowSeason') && (name === 'lowSeasonDayOff' || list[0] === 5),
        )
      }
    }
  })

  test('the old system has rates for its groups, without a single tariff if power was measured', () => {
    for (const { groups, from } of publishedRates.oldSystem) {
      for (const [group, rates] of Object.entries(groups)) {
        expect(oldSystemGroups).toContain(group)
        expect(rates.et === null, `${group} ${from}`).toBe(
          !['nnHousehold', 'nnWithoutPowerMetering'].includes(group),
        )
      }
    }
  })
})
