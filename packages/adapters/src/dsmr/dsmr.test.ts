import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { dsmr } from './dsmr.ts'

describe('DSMR-reader', () => {
  it('sends each value by a topic; the power is known with the second of its directions', () => {
    const trial = createTrial(dsmr)
    trial.send('dsmr/reading/electricity_currently_delivered', '0.5')
    expect(trial.values()).toEqual({ 'grid/power': 500 })
    trial.send('dsmr/reading/electricity_currently_returned', '0.000')
    trial.send('dsmr/reading/electricity_currently_delivered', '0.000')
    expect(trial.values()['grid/power']).toBe(500)
    trial.send('dsmr/reading/electricity_currently_returned', '1.2')
    expect(trial.values()['grid/power']).toBe(-1200)
  })

  it('sends a register for each tariff, whose sum is the total', () => {
    const trial = createTrial(dsmr)
    trial.send('reading/electricity_delivered_1', '100.001')
    expect(trial.values()).toEqual({ 'grid/energy_import_t1': 100_001 })
    trial.send('reading/electricity_delivered_2', '50.5')
    expect(trial.values()['grid/energy_import']).toBe(150_501)
  })

  it('sends the same in JSON with a time, and the gas at the time of its meter', () => {
    const trial = createTrial(dsmr)
    const { samples, lateSamples } = trial.send(
      'json',
      JSON.stringify({
        ...{ timestamp: '2026-01-01T00:59:58+01:00', electricity_currently_delivered: '0.25' },
        ...{ electricity_currently_returned: '0', phase_voltage_l1: 230 },
        ...{ extra_device_timestamp: '2025-12-31T23:00:00Z', extra_device_delivered: '12.345' },
      }),
    )
    expect(samples).toEqual([
      { ts: Date.UTC(2025, 11, 31, 23, 59, 58), values: { 'grid/power': 250, 'grid/voltage_l1': 230 } },
    ])
    expect(lateSamples).toEqual([{ ts: Date.UTC(2025, 11, 31, 23), values: { 'gas/gas_volume': 12.345 } }])
  })

  it('sends whole telegrams, too', () => {
    const trial = createTrial(dsmr)
    trial.send('raw', '/OHM5TEST\r\n\r\n1-0:1.7.0(01.5*kW)\r\n!\r\n')
    expect(trial.values()).toEqual({ 'grid/power': 1500 })
  })
})
