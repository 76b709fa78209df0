import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Adapter } from '../adapter.ts'
import { createTrial } from '../adapter-trial.ts'
import { homeAssistant } from '../homeassistant/homeassistant.ts'
import { mostSources, type SeenSource } from '../mapped-source.ts'
import { tasmota } from '../tasmota/tasmota.ts'
import { generic } from './generic.ts'

const map = (source: string, metric: 'power' | 'energy_import' = 'power', factor = 1) => ({
  ...{
    source: `generic/${source}`,
    device: 'grid',
    deviceName: 'Grid',
    category: 'GRID' as const,
    metric,
    factor,
  },
})
const start = 1_767_225_600_000

describe('any MQTT or JSON', () => {
  it('tells names that came in one burst soon after it, though no message follows', () => {
    const trial = createTrial(generic)
    expect(trial.send('a', '1', { arrivedAt: start }).sources).toHaveLength(1)
    expect(trial.send('b', '2', { arrivedAt: start + 10 }).sources).toBeUndefined()
    expect(trial.tick(start + 1000)).toEqual({})
    expect(trial.tick(start + 5000).sources).toHaveLength(2)
    expect(trial.tick(start + 10_000)).toEqual({})
  })

  it('offers numbers, texts and whatever is inside JSON', () => {
    const trial = createTrial(generic)
    trial.send('a/b', '12.5')
    const text = JSON.stringify({
      grid: { power: { value: 1.2, unit: 'kW' } },
      list: [{ name: 'pv', w: 7 }, 3],
      ok: true,
    })
    const { sources } = trial.send('home', text, { arrivedAt: start + 6000 })
    expect(sources?.map(({ source, value, unit }) => [source, value, unit])).toEqual([
      ['generic/a/b', '12.5', null],
      ['generic/home:grid.power', '1.2', 'kW'],
      ['generic/home:list.pv.name', 'pv', null],
      ['generic/home:list.pv.w', '7', null],
      ['generic/home:list.1', '3', null],
      ['generic/home:ok', 'true', null],
    ])
  })

  it('makes readings of what is mapped, at the time in the message', () => {
    const trial = createTrial(generic, {
      mapping: [map('home:p', 'power', 1000), map('e', 'energy_import', 1000)],
    })
    const { samples, isTimed } = trial.send('home', '{"p":1.234,"time":"2026-01-01T00:00:00+01:00"}')
    expect(samples).toEqual([{ ts: Date.UTC(2025, 11, 31, 23), values: { 'grid/power': 1234 } }])
    expect(isTimed).toBe(true)
    // Nobody knows of which zone that is.
    const local = trial.send('home', '{"p":1.234,"time":"2026-01-01T00:00:00"}', { arrivedAt: start })
    expect(local).toMatchObject({ samples: [{ ts: start }] })
    expect(local.isTimed).toBeUndefined()
    trial.send('e', ' 88.001 ')
    trial.send('home', '{"p":"n/a"}')
    expect(trial.values()).toEqual({ 'grid/power': null, 'grid/energy_import': 88_001 })
  })

  it('applies scale factors of SunSpec', () => {
    const trial = createTrial(generic, { mapping: [map('inv:PhVphA'), map('inv:W', 'energy_import')] })
    trial.send('inv', '{"W":321,"W_SF":1,"PhVphA":2305,"V_SF":-1}')
    expect(trial.values()).toEqual({ 'grid/power': 230.5, 'grid/energy_import': 3210 })
  })

  it('refuses what has no value in it', () => {
    expect(createTrial(generic).send('a', '{"a":').refused?.reason).toBe('malformed')
  })

  it('knows its names again after a restart, and keeps those that it lists bounded', () => {
    const trial = createTrial(generic)
    let sources: SeenSource[] = []
    for (let number = 0; number < 700; number++)
      sources =
        trial.send(`n/${number}`, '1', { arrivedAt: number === 699 ? start + 10_000 : start }).sources ??
        sources
    expect(sources).toHaveLength(mostSources)
    const again = createTrial(generic, { sources })
    expect(again.send('n/3', '7').sources?.find(({ source }) => source === 'generic/n/3')?.value).toBe('7')
    expect(again.send('n/3', '8', { arrivedAt: start + 20_000 }).sources).toHaveLength(mostSources)
  })

  it('tells newer values seldom, when nobody can have come to look just now', () => {
    const trial = createTrial(generic)
    const isTold = (seconds: number) =>
      trial.send('a', String(seconds), { arrivedAt: start + seconds * 1000 }).sources !== undefined
    expect([0, 1, 6, 7, 700, 720, 1001].map(isTold)).toEqual([true, false, true, false, true, false, true])
  })
})

describe.each([generic, tasmota, homeAssistant])('hostile messages for $kind', (adapter: Adapter) => {
  const name = fc.constantFrom(
    '__proto__',
    'constructor',
    '<script>alert(1)</script>',
    '',
    'a'.repeat(5000),
    'ENERGY',
    'POWER',
    'Power',
    'x',
    'state',
    'name',
  )
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(1e308, -0, NaN, '12', 'x'.repeat(500), true, null, '\u0000\ud800'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  const path = fc.constantFrom(
    'tele/plug/SENSOR',
    'stat/__proto__/RESULT',
    'tele/plug/INFO1',
    'tele/x/LWT',
    'sensor/a/state',
    'sensor/__proto__/unit_of_measurement',
    'homeassistant/sensor/a/config',
    'a/b',
    '',
    '/'.repeat(300),
    '__proto__',
  )

  it('never make it throw, and every reading has a valid name', () => {
    const message = fc.tuple(
      path,
      fc.oneof(
        json.map((value) => JSON.stringify(value) ?? ''),
        fc.string(),
      ),
    )
    const mapping = [{ ...map('a/b:x'), source: `${adapter.kind}/a/b:x` }]
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
        const trial = createTrial(adapter, { mapping })
        for (const [place, text] of messages) trial.send(place, text)
        for (const [key, value] of Object.entries(trial.values())) {
          expect(key).toMatch(/^[A-Za-z0-9][\w.:-]{0,63}\/[a-z][a-z0-9_]{0,63}$/)
          expect(typeof value !== 'number' || Number.isFinite(value)).toBe(true)
        }
      }),
      { numRuns: 80, verbose: 0 },
    )
  })

  it('are read no deeper and no longer than the limits', () => {
    const deep = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, index])),
    )
    for (const text of [deep, wide, `[${wide},${wide}]`]) {
      const { sources } = createTrial(adapter).send('a/b', text)
      expect(sources?.length ?? 0).toBeLessThanOrEqual(256)
    }
  })
})
