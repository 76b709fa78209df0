import { describe, expect, it } from 'vitest'
import { clearLevelOf, findReadyRule, findRuleProblem, type RuleTerms, readyRules } from './alarm-rule.ts'
import { lookAtLocation, mostSubjects, type WatchedDevice } from './rule-looks.ts'

const now = 100 * 60_000
const device = (id: number, key: string, category: WatchedDevice['category']): WatchedDevice => ({
  ...{ id, key, category },
  ...{ newestAt: now - 60_000, isReachable: true },
})
const devices = [device(1, 'grid', 'GRID'), device(2, 'pv', 'SOLAR_POWER_PLANT'), device(3, 'bat', 'BATTERY')]
const ready = (kind: RuleTerms['kind']) => readyRules.find((one) => one.kind === kind)!
const look = (rule: RuleTerms, values: Record<string, unknown>, some = devices, age = 0) =>
  lookAtLocation(rule, some, (key) => (key in values ? [now - age, values[key]] : undefined), now).map(
    ({ device: of, value }) => [of?.key ?? null, value],
  )
const metric = (changes: Partial<RuleTerms['settings']>): RuleTerms => ({
  kind: 'metric',
  settings: { ...ready('meter_silent').settings, metric: 'power', value: 1, ...changes },
  durationSeconds: 60,
})

describe('what a rule sees', () => {
  it('is the metric of each device of the category, or of one; unknown if old or no number', () => {
    const values = { 'grid/power': 300, 'bat/soc': 'full' }
    expect(look(metric({ category: 'GRID' }), values)).toEqual([['grid', 300]])
    expect(look(metric({ deviceKey: 'bat', metric: 'soc' }), values)).toEqual([['bat', null]])
    expect(look(metric({ category: 'GRID' }), values, devices, 21 * 60_000)).toEqual([['grid', null]])
    expect(look(metric({ deviceKey: 'gone' }), values)).toEqual([])
  })

  it('is of a few hundred devices at most, the same ones each time, however many a controller reports', () => {
    const many = Array.from({ length: 1000 }, (_, at) => device(1000 - at, `meter-${1000 - at}`, 'GRID'))
    for (const rule of [metric({ category: 'GRID' }), ready('meter_silent')]) {
      const seen = look(rule, {}, many).map(([key]) => key)
      expect(seen).toHaveLength(mostSubjects)
      expect([seen[0], seen.at(-1)]).toEqual(['meter-1', `meter-${mostSubjects}`])
    }
  })

  it('of the house is known only with all of its powers', () => {
    const house = metric({ metric: 'home_power' })
    expect(look(house, { 'grid/power': -500, 'pv/power': 3000, 'bat/power': -1000 })).toEqual([[null, 1500]])
    expect(look(house, { 'grid/power': -500, 'pv/power': 3000 })).toEqual([[null, null]])
    const all = { 'grid/power': -500, 'pv/power': 3000, 'bat/power': -1000 }
    expect(look(house, all, devices, 5 * 60_000)).toEqual([[null, 1500]])
    expect(look(house, all, devices, 5 * 60_000 + 1), 'of another time').toEqual([[null, null]])
  })

  it('of a meter is how long it is silent, and unknown while its controller is away', () => {
    expect(look(ready('meter_silent'), {})).toEqual([['grid', 1]])
    const away = devices.map((one) => ({ ...one, isReachable: false }))
    expect(look(ready('meter_silent'), {}, away)).toEqual([['grid', null]])
  })

  it('of a battery is the export while it has room and does not charge', () => {
    const values = { 'grid/power': -2000, 'bat/power': 0, 'bat/soc': 40 }
    const idle = ready('battery_idle')
    expect(look(idle, values)).toEqual([['bat', 2000]])
    expect(look(idle, { ...values, 'bat/power': -900 })).toEqual([['bat', 0]])
    expect(look(idle, { ...values, 'bat/soc': 98 })).toEqual([['bat', 0]])
    expect(look(idle, { 'grid/power': -2000, 'bat/soc': 40 })).toEqual([['bat', null]])
  })
})

describe('a rule', () => {
  it('that is ready-made can be kept as it is, and is recognised', () => {
    for (const rule of readyRules) {
      expect(findRuleProblem(rule)).toBeNull()
      expect(findReadyRule(rule)).toEqual(rule)
    }
    expect(findReadyRule(metric({ category: 'GRID' }))).toBeNull()
  })

  it('that makes no sense names what is wrong with it', () => {
    const cases: [Partial<RuleTerms['settings']>, string | null][] = [
      [{ category: 'GRID', clear: 0.5 }, null],
      [{ category: 'GRID', clear: 2 }, 'clear'],
      [{ category: 'GRID', condition: 'below', clear: 0.5 }, 'clear'],
      [{ category: 'GRID', value: null }, 'value'],
      [{ category: 'GRID', condition: 'between', upper: 1 }, 'upper'],
      [{ category: 'GRID', metric: 'soc' }, 'metric'],
      [{ category: 'GRID', metric: 'tariff' }, 'metric'],
      [{ category: 'GRID', deviceKey: 'grid' }, 'subject'],
      [{}, 'subject'],
      [{ category: 'GRID', condition: 'frozen', value: null }, 'duration'],
    ]
    for (const [changes, problem] of cases) expect(findRuleProblem(metric(changes))).toBe(problem)
    expect(findRuleProblem({ ...ready('peak'), settings: { ...ready('peak').settings, value: 0 } })).toBe(
      'value',
    )
  })

  it('without a clear level of its own ends a twentieth inside its limit', () => {
    expect(clearLevelOf(metric({ value: 8000 }).settings)).toBe(7600)
    expect(clearLevelOf(metric({ value: -2000, condition: 'below' }).settings)).toBe(-1900)
  })
})
