import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { homewizard } from './homewizard.ts'

const arrivedAt = Date.UTC(2026, 5, 1, 12)
const gas = { unique_id: '47303031', type: 'gas_meter', value: 12.5, unit: 'm3' }

function create(known: Parameters<typeof createTrial>[1] = {}) {
  const trial = createTrial(homewizard, known)
  return {
    ...trial,
    post: (path: string, body: unknown) => trial.send(path, JSON.stringify(body), { arrivedAt }),
  }
}

describe('HomeWizard', () => {
  it('P1 meters of both versions become the same', () => {
    const expected = {
      ...{ 'grid/power': -543, 'grid/power_l1': -543, 'grid/voltage_l1': 230.1, 'grid/tariff': 2 },
      ...{ 'grid/energy_import': 13_779_338, 'grid/energy_import_t1': 10_830_511, 'grid/energy_export': 0 },
      ...{ 'grid/power_avg_15m': 123 },
    }
    const [first, second] = [create(), create()]
    first.post('', {
      ...{
        smr_version: 50,
        active_tariff: 2,
        active_power_w: -543,
        active_power_l1_w: -543,
        active_voltage_l1_v: 230.1,
      },
      ...{
        total_power_import_kwh: 13779.338,
        total_power_import_t1_kwh: 10830.511,
        total_power_export_kwh: 0,
      },
      ...{ active_power_average_w: 123 },
    })
    second.post('', {
      ...{
        protocol_version: 50,
        tariff: 2,
        power_w: -543,
        power_l1_w: -543,
        voltage_l1_v: 230.1,
        current_a: 6,
      },
      ...{ energy_import_kwh: 13779.338, energy_import_t1_kwh: 10830.511, energy_export_kwh: 0 },
      ...{ average_power_15m_w: 123, timestamp: '2026-06-01T14:00:00' },
    })
    expect(first.values()).toEqual(expected)
    expect(second.values()).toEqual(expected)
  })

  it('meters of gas and water behind it count at their own local time', () => {
    const trial = create()
    const { lateSamples } = trial.post('p1', {
      ...{ meter_model: 'X', power_w: 1 },
      external: [
        { ...gas, timestamp: '2026-06-01T13:00:00' },
        { type: 'water_meter', value: 7, unit: 'm3', timestamp: 260601135500 },
        { type: 'heat_meter', value: 3.6, unit: 'GJ', timestamp: null },
        { type: '__proto__', value: 1, unit: 'm3' },
      ],
    })
    expect(lateSamples).toEqual([
      { ts: arrivedAt - 3_600_000, values: { 'gas/gas_volume': 12.5 } },
      { ts: arrivedAt - 300_000, values: { 'water/water_volume': 7 } },
      { ts: arrivedAt, values: { 'heat/heat_energy': 1_000_000 } },
    ])
    expect(trial.device('gas')?.serial).toBe('G001')
  })

  it('a battery that charges takes from the house', () => {
    const trial = create()
    trial.post('akku', {
      energy_import_kwh: 10,
      energy_export_kwh: 8,
      power_w: 400,
      state_of_charge_pct: 50.1,
      cycles: 3,
    })
    expect(trial.values()).toEqual({
      ...{ 'akku/power': -400, 'akku/soc': 50.1 },
      ...{ 'akku/energy_charge': 10_000, 'akku/energy_discharge': 8000 },
    })
    expect(trial.device('akku')?.category).toBe('BATTERY')
  })

  it('all batteries together count as long as none of them is passed on by itself', () => {
    const trial = create()
    const all = { mode: 'zero', battery_count: 2, power_w: -404, target_power_w: -400 }
    trial.post('p1/batteries', all)
    expect(trial.values()).toEqual({ 'batteries/power': 404 })
    trial.post('bat1', { power_w: 1, cycles: 1 })
    expect(trial.post('p1/batteries', all).samples).toBeUndefined()
    expect(trial.device('batteries')?.category).toBe('OTHER')
  })

  it('a meter of its own is what its name or a person says', () => {
    const energies = { energy_import_kwh: 1, energy_export_kwh: 20 }
    const body = { product_type: 'HWE-KWH3', power_w: -900, power_l1_w: -900, ...energies }
    const [byName, byPerson, unknown] = [create(), create({ roles: { shed: 'SOLAR_POWER_PLANT' } }), create()]
    byName.post('pv', body)
    byPerson.post('shed', body)
    unknown.post('shed', body)
    expect(byName.values()).toEqual({
      ...{ 'pv/power': 900, 'pv/power_l1': 900 },
      'pv/energy_production': 20_000,
    })
    expect(byPerson.values()).toMatchObject({ 'shed/power_l1': 900, 'shed/energy_production': 20_000 })
    expect(unknown.values()).toMatchObject({ 'shed/power': -900, 'shed/energy_consumption': 1000 })
  })

  it('tells its model and firmware in a message of its own', () => {
    const trial = create()
    const info = {
      product_name: 'P1 Meter',
      product_type: 'HWE-P1',
      serial: '5c2f',
      firmware_version: '6.00',
    }
    expect(trial.post('p1', info).info).toEqual({ softwareVersion: '6.00' })
    expect(trial.device('p1')).toMatchObject({ ...{ name: 'P1 Meter', model: 'HWE-P1' }, category: 'GRID' })
  })

  it('a socket is switched and counts one tariff', () => {
    const trial = create()
    trial.post('kitchen', { total_power_import_t1_kwh: 2.5, active_power_w: 12 })
    trial.post('kitchen', { power_on: true })
    expect(trial.values()).toEqual({
      'kitchen/power': 12,
      'kitchen/energy_consumption': 2500,
      'kitchen/on': true,
    })
  })

  it('JSON of something else makes no device', () => {
    const trial = create()
    expect(trial.post('x', { power_w: '5', hello: [] }).samples).toEqual([
      { ts: arrivedAt, values: { 'x/power': null } },
    ])
    expect(trial.post('y', { hello: 1 })).toEqual({})
    expect(trial.send('p1', 'hello').refused?.reason).toBe('malformed')
  })
})
