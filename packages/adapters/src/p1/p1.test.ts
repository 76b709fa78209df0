import { keyPattern } from '@ohmstead/contract/decode-readings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { p1 } from './p1.ts'

/** 14:00:00 in Ljubljana's summer. */
const noon = Date.UTC(2026, 5, 1, 12)
const second = 1000

/** A telegram of this many seconds after noon. */
function telegram(seconds: number, lines: readonly string[]): string {
  const time = new Date(noon + 2 * 3_600_000 + seconds * second).toISOString().replace(/\D/g, '').slice(2, 14)
  const own = [`0-0:1.0.0(${time}S)`, ...lines]
  return `/OHM5TEST\r\n\r\n${own.map((line) => `${line}\r\n`).join('')}!\r\n`
}
const power = '1-0:1.7.0(01.5*kW)'
const gas = (cubicMetres: string, time = '260601130000S', serial = '47303031') => [
  '0-1:24.1.0(003)',
  `0-1:96.1.0(${serial})`,
  `0-1:24.2.1(${time})(${cubicMetres}*m3)`,
]
const at = (seconds: number) => ({ arrivedAt: noon + seconds * second })

describe('P1 telegrams', () => {
  it('become values of the grid at the time of the meter, on a device with its model and number', () => {
    const trial = createTrial(p1)
    const lines = [power, '1-0:1.8.1(000001.500*kWh)', '1-0:1.8.2(000002.250*kWh)', '0-0:96.1.1(4B303031)']
    expect(trial.send('', telegram(0, lines), at(2)).samples).toEqual([
      {
        ts: noon,
        values: {
          'grid/power': 1500,
          'grid/energy_import': 3750,
          'grid/energy_import_t1': 1500,
          'grid/energy_import_t2': 2250,
        },
      },
    ])
    expect(trial.device('grid')).toMatchObject({ category: 'GRID', model: 'OHM5TEST', serial: 'K001' })
  })

  it('are read also where one of several is cut, which is counted', () => {
    const trial = createTrial(p1)
    const { samples, leftOut } = trial.send(
      '',
      telegram(0, [power]).slice(0, 30) + telegram(1, [power]),
      at(2),
    )
    expect(samples).toHaveLength(1)
    expect(leftOut).toMatchObject([{ reason: 'malformed', count: 1 }])
  })

  it('of a place that is not known are stored as they arrive', () => {
    const { samples, isTimed } = createTrial(p1, { timeZone: null }).send('', telegram(0, [power]), at(2))
    expect([samples![0]!.ts, isTimed]).toEqual([noon + 2 * second, false])
  })

  it('of a clock that is hours ahead are moved to their arrival, and those of the gas meter with them', () => {
    const translation = createTrial(p1).send('', telegram(7200, [power, ...gas('1', '260601153000S')]), at(0))
    expect(translation.samples).toMatchObject([{ ts: noon }])
    expect(translation.lateSamples).toMatchObject([{ ts: noon - 1_800_000 }])
    expect(translation).toMatchObject({ clockOffsetMs: 7_200_000, isTimed: false })
  })

  it('that a broker has retained say nothing', () => {
    expect(createTrial(p1).send('', telegram(0, [power]), { isRetained: true })).toEqual({})
  })

  it('tell by a will that the reader is gone', () => {
    expect(createTrial(p1).send('status', 'offline')).toEqual({ isOnline: false })
  })
})

describe('meters of gas, water and heat behind it', () => {
  it('are devices of their own, with readings at their own time', () => {
    const trial = createTrial(p1)
    const water = ['0-2:24.1.0(007)', '0-2:24.2.1(260601135900S)(00012.5*m3)']
    const heat = ['0-3:24.1.0(004)', '0-3:24.2.1(260601130000S)(00001.8*GJ)']
    const { lateSamples } = trial.send('', telegram(0, [power, ...gas('981.443'), ...water, ...heat]), at(1))
    expect(lateSamples).toEqual([
      { ts: noon - 3_600_000, values: { 'gas/gas_volume': 981.443 } },
      { ts: noon - 60_000, values: { 'water/water_volume': 12.5 } },
      { ts: noon - 3_600_000, values: { 'heat/heat_energy': 500_000 } },
    ])
    expect(trial.device('gas')).toMatchObject({ category: 'OTHER', serial: 'G001', metrics: ['gas_volume'] })
    // A clock of its own that is ahead.
    const ahead = trial.send('', telegram(60, gas('982', '260601150000S')), at(61))
    expect(ahead.lateSamples).toMatchObject([{ ts: noon + 60_000 }])
  })

  it('are passed on once for each of their readings, and once a minute in case it was not stored', () => {
    const trial = createTrial(p1)
    const late = (seconds: number, value = '5') =>
      trial.send('', telegram(seconds, [power, ...gas(value)]), at(seconds)).lateSamples?.length ?? 0
    expect([late(0), late(1), late(59), late(60), late(61)]).toEqual([1, 0, 0, 1, 0])
    expect(late(62, '5.001')).toBe(1)
  })

  it('keep their device by their number, also after a restart', () => {
    const first = createTrial(p1)
    first.send('', telegram(0, gas('5')), at(0))
    const trial = createTrial(p1, { devices: first.devices() })
    trial.send('', telegram(1, gas('0.1', '260601135000S', '47303032')), at(1))
    trial.send('', telegram(2, gas('5.1', '260601135000S')), at(2))
    expect(trial.values()).toEqual({ 'gas-2/gas_volume': 0.1, 'gas/gas_volume': 5.1 })
  })

  it('say nothing as long as they have no reading', () => {
    const trial = createTrial(p1)
    trial.send('', telegram(0, [power, '0-1:24.1.0(003)', '0-1:24.2.1(700101010000W)(00000000)']), at(0))
    expect(trial.values()).toEqual({ 'grid/power': 1500 })
  })
})

it('whatever is sent, nothing is thrown, and every value has a valid name and a finite number', () => {
  const line = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.stringMatching(/^[01]-[0-4]:\d{1,2}\.\d{1,2}\.\d$/), fc.string())
      .map(([code, text]) => `${code}(${text})`),
    fc.constantFrom(power, ...gas('99999999'), '0-1:24.2.1(101010101010S)(-1*m3)', '/', '!', '!0000'),
  )
  const trial = createTrial(p1)
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), (lines, isWhole) => {
      const text = isWhole ? telegram(0, lines) : lines.join('\r\n')
      const { samples = [], lateSamples = [] } = trial.send('', text, at(0))
      for (const { ts, values } of [...samples, ...lateSamples]) {
        expect(Number.isFinite(ts)).toBe(true)
        for (const [key, value] of Object.entries(values))
          expect(keyPattern.test(key) && Number.isFinite(value)).toBe(true)
      }
    }),
  )
})
