import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { ams } from './ams.ts'

const arrivedAt = 1_767_225_600_000
const message = {
  ...{ id: 'ams-1a2b', up: 100, rssi: -60, temp: 21.5, t: arrivedAt / 1000 - 3 },
  data: {
    ...{
      id: '12345678',
      type: 'AM550',
      P: 0,
      PO: 1250,
      Q: 12,
      QO: 30,
      PF: 0.98,
      I1: 5.4,
      U1: 231.2,
      P1: 0,
      PO1: 400,
    },
    ...{ tPI: 1234.567, tPO: 88.001, tPIT1: 1000.5, tPIT2: 234.067 },
  },
  realtime: { h: 0.2, d: 3.4, x: 1.2 },
}

describe('AMS reader', () => {
  it('sends power as its two directions, registers in kWh, and its own time', () => {
    const trial = createTrial(ams)
    const { samples, isTimed } = trial.send('', JSON.stringify(message))
    expect([samples![0]!.ts, isTimed]).toEqual([arrivedAt - 3000, true])
    expect(trial.values()).toEqual({
      ...{
        'grid/power': -1250,
        'grid/power_l1': -400,
        'grid/reactive_power': -18,
        'grid/power_factor': 0.98,
      },
      ...{ 'grid/voltage_l1': 231.2, 'grid/current_l1': 5.4 },
      ...{ 'grid/energy_import': 1_234_567, 'grid/energy_export': 88_001 },
      ...{ 'grid/energy_import_t1': 1_000_500, 'grid/energy_import_t2': 234_067 },
    })
    expect(trial.device('grid')).toMatchObject({ category: 'GRID', model: 'AM550', serial: '12345678' })
  })

  it('without a clock is stored at the arrival', () => {
    const { samples, isTimed } = createTrial(ams).send('', JSON.stringify({ ...message, t: 77 }))
    expect([samples![0]!.ts, isTimed]).toEqual([arrivedAt, false])
  })

  it('in another mode sends values as a message of their own, and numbers as text', () => {
    const trial = createTrial(ams)
    trial.send('power', '{"P":"1500","PO":0}')
    trial.send('sysinfo', '{"version":"v2.4.1"}')
    expect(trial.values()).toEqual({ 'grid/power': 1500 })
  })

  it('has no valid value where a number is none', () => {
    const trial = createTrial(ams)
    trial.send('', '{"data":{"P":"NaN","U1":null,"__proto__":{"tPI":5}}}')
    expect(trial.values()).toEqual({ 'grid/power': null, 'grid/voltage_l1': null })
  })

  it('that sends something else is refused', () => {
    expect(createTrial(ams).send('', '/KFM5').refused?.reason).toBe('malformed')
  })
})
