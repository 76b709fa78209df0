import { describe, expect, it } from 'vitest'
import { createTrial } from './adapter-trial.ts'
import { generic } from './generic/generic.ts'
import { homeAssistant } from './homeassistant/homeassistant.ts'
import type { MappedSource, SeenSource } from './mapped-source.ts'
import { readSeenSources } from './seen-sources.ts'

const start = 1_767_225_600_000
const mapped = (source: string, more: Partial<MappedSource> = {}): MappedSource => ({
  ...{ source, device: 'grid', deviceName: 'Main meter', category: 'GRID' },
  ...{ metric: 'power', factor: 1000, ...more },
})
const read = (sources: SeenSource[], mapping: MappedSource[], before: MappedSource[] = [], now = start) =>
  readSeenSources({ devices: [], roles: {}, sources, mapping }, before, now)
const seenOf = (text: string, more = {}) =>
  createTrial(generic).send('home', text, { arrivedAt: start, ...more }).sources!

describe('what was seen before somebody said what it is', () => {
  it('becomes devices at once, and readings at the time that they had', () => {
    const { devices, samples } = read(seenOf('{"p":1.5,"mode":"eco"}'), [mapped('generic/home:p')])
    expect(devices).toMatchObject([{ id: 'grid', name: 'Main meter', category: 'GRID', metrics: ['power'] }])
    expect(samples).toEqual([{ ts: start, values: { 'grid/power': 1500 } }])
  })

  it('has the time in the message, not that of its arrival', () => {
    const sources = seenOf(`{"p":1,"ts":${start - 60_000}}`)
    expect(read(sources, [mapped('generic/home:p')]).samples).toMatchObject([{ ts: start - 60_000 }])
    const late = seenOf(`{"p":1,"ts":${start - 60_000}}`, { isDelayed: true })
    expect(read(late, [mapped('generic/home:p')]).samples).toMatchObject([{ ts: start - 60_000 }])
  })

  it.each([
    ["a broker's copy", { isRetained: true }],
    ['what waited in a bridge', { isDelayed: true }],
  ])('gives no reading if it was %s, but the device', (_, more) => {
    const { devices, samples } = read(seenOf('{"p":1}', more), [mapped('generic/home:p')])
    expect([devices.length, samples]).toEqual([1, []])
  })

  it('gives no reading that the mapping before has given, whatever is changed of it, nor an old one', () => {
    const sources = seenOf('{"p":1}')
    const [one, changed] = [mapped('generic/home:p'), mapped('generic/home:p', { factor: 1 })]
    expect(read(sources, [changed], [one]).samples).toEqual([])
    expect(read(sources, [one], [mapped('generic/home:p', { device: 'other' })]).samples).toHaveLength(1)
    expect(read(sources, [one], [], start + 3_600_000).samples).toHaveLength(1)
    expect(read(sources, [one], [], start + 3_600_001)).toMatchObject({ devices: [{}], samples: [] })
  })

  it('declares neither a metric without a number nor the device of a name that never came', () => {
    const { devices, samples } = read(seenOf('{"p":"eco"}'), [
      mapped('generic/home:p'),
      mapped('generic/never', { device: 'pv', category: 'SOLAR_POWER_PLANT' }),
    ])
    expect([devices, samples]).toMatchObject([[{ id: 'grid', metrics: [] }], []])
  })

  it('gives no reading of a source that says by now that it has none', () => {
    const trial = createTrial(homeAssistant)
    const topic = 'sensor/grid/state'
    const times = [0, 10_000].map((after) => ({ arrivedAt: start + after }))
    const [first] = [trial.send(topic, '5', times[0]).sources!]
    const described = trial.send('sensor/grid/unit_of_measurement', '"kW"', times[1]).sources!
    const gone = trial.send(topic, 'unavailable', { arrivedAt: start + 20_000 }).sources!
    const mapping = [mapped('homeassistant/sensor/grid')]
    const found = [first, described, gone].map((sources) =>
      read(sources, mapping).samples.map(({ ts }) => ts),
    )
    expect(found).toEqual([[start], [start], []])
  })
})
