import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareMeters, findDifferences } from './compare-meters.ts'
import type { MeterRow } from './suspect-meter.ts'

const timeZone = 'Europe/Ljubljana'
// 1 March 2026, a month with 23 hours on its 29th.
const firstStartMs = Date.parse('2026-03-01T00:00:00+01:00')
const days = 31
const count = days * 96 - 4

/** A rhythm that does not repeat itself after a quarter-hour, in mWh. */
const energyAt = (at: number) => Math.round(250_000 * (1 + Math.sin(at / 9) + ((at * 7919) % 13) / 5))
const row = (of: (at: number) => number, fed: ((at: number) => number) | null = null): MeterRow => ({
  importMilliWh: Float64Array.from({ length: count }, (_, at) => of(at)),
  exportMilliWh: fed && Float64Array.from({ length: count }, (_, at) => fed(at)),
})
const compare = (official: MeterRow, controller: MeterRow) =>
  compareMeters({ firstStartMs, timeZone, official, controller })

describe('two meters', () => {
  it('agree if they differ by little', () => {
    const found = compare(
      row(energyAt),
      row((at) => Math.round(energyAt(at) * 1.01)),
    )
    expect(found.disagreement).toBeNull()
    expect(found.days).toHaveLength(31)
    expect(found.days.every(({ agrees }) => agrees)).toBe(true)
    expect(found.days.at(28)).toMatchObject({ day: '2026-03-29', comparable: 92 })
  })

  it('disagree since the first day of the stretch that reaches today', () => {
    const since = 20 * 96
    // A short disagreement before is over.
    const own = (at: number) => (at >= since || (at > 300 && at < 500) ? energyAt(at) * 2 : energyAt(at))
    const { disagreement } = compare(row(energyAt), row(own))
    expect(disagreement).toMatchObject({ since: '2026-03-21', until: '2026-03-31', suspicions: [] })
    expect(disagreement!.importShare).toBeCloseTo(1)
  })

  it.each([
    ['three days in agreement end it', [31, 30, 29], null],
    ['two do not', [31, 30], '2026-03-15'],
    ['nor three that are not in a row', [31, 30, 28, 27], '2026-03-15'],
  ])('disagree until they agree for three days: %s', (_, agreeing, since) => {
    // From the 15th on the controller counts twice what it should, except on these days; the 29th has 92 quarter-hours.
    const dayOf = (at: number) => Math.floor((at + (at >= 28 * 96 + 92 ? 4 : 0)) / 96) + 1
    const own = (at: number) =>
      dayOf(at) >= 15 && !agreeing.includes(dayOf(at)) ? energyAt(at) * 2 : energyAt(at)
    expect(compare(row(energyAt), row(own)).disagreement?.since ?? null).toBe(since)
  })

  it('may differ by 0.3 kWh a day where little is used, and are judged from half a day on', () => {
    const little = (at: number) => (at % 96 === 50 ? 1_000_000 : 0)
    const more = (by: number) => row((at) => (at % 96 === 50 ? 1_000_000 + by : 0))
    expect(compare(row(little), more(300_000)).disagreement).toBeNull()
    expect(compare(row(little), more(300_001)).disagreement).not.toBeNull()
    const until = (known: number) => row((at) => (at >= known ? Number.NaN : energyAt(at)))
    const agreesOn = (known: number) => compare(row(energyAt), until(known)).days[0]!.agrees
    expect([agreesOn(47), agreesOn(48)]).toEqual([null, true])
  })

  it('disagree also if only what is fed in differs', () => {
    const fed = (at: number) => Math.max(0, Math.round(500_000 * Math.sin(at / 15)))
    const { disagreement } = compare(
      row(energyAt, fed),
      row(energyAt, (at) => fed(at) * 2),
    )
    expect(disagreement!.exportShare).toBeCloseTo(1)
    expect(disagreement!.importShare).toBe(0)
    const { official, controller } = disagreement!
    const milliWh = controller.exportMilliWh! - official.exportMilliWh!
    expect(findDifferences(disagreement!)).toEqual([
      { direction: 'export', milliWh, share: milliWh / official.exportMilliWh! },
    ])
  })

  it('differ in no direction if the energy only lies in other quarter-hours', () => {
    const late = row((at) => energyAt(at - 8))
    const { disagreement } = compare(row(energyAt), late)
    expect(disagreement).not.toBeNull()
    expect(findDifferences(disagreement!)).toEqual([])
  })

  it('differ where the official meter sees nothing, by no share', () => {
    const { disagreement } = compare(
      row(() => 0),
      row(energyAt),
    )
    expect(findDifferences(disagreement!)).toEqual([
      { direction: 'import', milliWh: disagreement!.controller.importMilliWh, share: null },
    ])
  })

  it('are not judged where one of them is silent', () => {
    const silent = (at: number) => (at >= 10 * 96 ? Number.NaN : energyAt(at))
    const found = compare(row(energyAt), row(silent))
    expect(found.comparable).toBe(960)
    expect(found.disagreement).toBeNull()
    expect(found.days.at(-1)!.agrees).toBeNull()
  })

  it.each([-12, -8, -4, -1, 1, 4, 12])('with a clock that is %s quarter-hours late', (shift) => {
    const { disagreement } = compare(
      row(energyAt),
      row((at) => energyAt(at - shift)),
    )
    expect(disagreement!.suspicions).toEqual([{ kind: 'clockShift', quarterHours: shift }])
  })

  it('with import taken for export', () => {
    const fed = (at: number) => Math.max(0, Math.round(500_000 * Math.sin(at / 15)))
    const { disagreement } = compare(row(energyAt, fed), row(fed, energyAt))
    expect(disagreement!.suspicions).toEqual([{ kind: 'signSwapped' }])
  })

  it.each([
    ['three times everything', (at: number) => energyAt(at) * 3],
    ['a half of everything', (at: number) => Math.round(energyAt(at) / 2)],
    [
      'what fits a little better an hour later',
      (at: number) => Math.round(0.6 * energyAt(at - 4) + 0.4 * energyAt(at)),
    ],
  ])('with %s names no cause', (_, measured) => {
    for (const fed of [null, () => 0])
      expect(compare(row(energyAt, fed), row(measured, fed)).disagreement).toMatchObject({ suspicions: [] })
  })

  it('with the official import as export names no cause if the rest is something else', () => {
    const fed = (at: number) => Math.max(0, Math.round(500_000 * Math.sin(at / 15)))
    const { disagreement } = compare(
      row(energyAt, fed),
      row((at) => 3 * energyAt(at), energyAt),
    )
    expect(disagreement!.suspicions).toEqual([])
  })

  it.each([1, 2] as const)('with %s of three phases', (seen) => {
    const { disagreement } = compare(
      row(energyAt),
      row((at) => Math.round((energyAt(at) * seen) / 3)),
    )
    expect(disagreement!.suspicions).toEqual([{ kind: 'phasesMissing', seen }])
  })
})

it('sums of days are the sums of the whole, and nothing is NaN', () => {
  const energy = fc.oneof(fc.nat(3_000_000), fc.constant(Number.NaN))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(energy, energy, energy, energy), { minLength: 1, maxLength: 400 }),
      fc.boolean(),
      (list, hasExport) => {
        const part = (place: number) => Float64Array.from(list, (energies) => energies[place]!)
        const meter = (place: number): MeterRow => ({
          importMilliWh: part(place),
          exportMilliWh: hasExport ? part(place + 1) : null,
        })
        const found = compare(meter(0), meter(2))
        const sum = (of: 'official' | 'controller') =>
          found.days.reduce((total, day) => total + day[of].importMilliWh, 0)
        expect(sum('official')).toBe(found.official.importMilliWh)
        expect(sum('controller')).toBe(found.controller.importMilliWh)
        expect(JSON.stringify(found)).not.toContain('null,null,null')
        expect(Number.isNaN(found.disagreement?.importShare ?? 0)).toBe(false)
      },
    ),
    { numRuns: 50 },
  )
})
