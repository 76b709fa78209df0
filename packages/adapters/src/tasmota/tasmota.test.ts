import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { tasmota } from './tasmota.ts'

const sensor = (energy: object, more: object = {}) =>
  JSON.stringify({ Time: '2026-01-01T01:00:00', ENERGY: energy, ...more })
const command = (op: 'set' | 'switch' | 'limit', args: Record<string, unknown>) =>
  ({ v: 1, id: 'c1', ts: 0, exp: 1, op, args }) as const

describe('Tasmota', () => {
  it('reads the energy of a plug at the time of arrival, since its own has no zone', () => {
    const trial = createTrial(tasmota)
    const energy = { Total: 3.185, Today: 0.1, Power: 42, Voltage: 231, Current: 0.19, Factor: 0.96 }
    const { samples, isTimed } = trial.send('tele/plug/SENSOR', sensor(energy))
    expect(samples?.[0]?.ts).toBe(1_767_225_600_000)
    expect(isTimed).toBeUndefined()
    expect(trial.values()).toEqual({
      'plug/power': 42,
      'plug/voltage_l1': 231,
      'plug/current_l1': 0.19,
      'plug/power_factor': 0.96,
      'plug/energy_consumption': 3185,
    })
    expect(trial.device('plug')).toMatchObject({ category: 'OTHER', name: 'plug' })
  })

  it('adds up lists of phases', () => {
    const trial = createTrial(tasmota, { roles: { meter: 'GRID' } })
    const energy = { Power: [-100, 50, 20], Total: [1, 2, 3.5], ExportActive: 0.25, Voltage: [230, 231, 232] }
    trial.send('tele/meter/SENSOR', sensor(energy))
    expect(trial.values()).toMatchObject({
      'meter/power': -30,
      'meter/power_l1': -100,
      'meter/power_l3': 20,
      'meter/voltage_l2': 231,
      'meter/energy_import': 6500,
      'meter/energy_export': 250,
    })
  })

  it('counts production where a person said that it measures a plant', () => {
    const trial = createTrial(tasmota, { roles: { plug: 'SOLAR_POWER_PLANT' } })
    trial.send(
      'stat/plug/STATUS8',
      JSON.stringify({ StatusSNS: JSON.parse(sensor({ Total: 2, Power: 300 })) }),
    )
    expect(trial.values()).toEqual({ 'plug/power': 300, 'plug/energy_production': 2000 })
    expect(trial.device('plug')?.category).toBe('SOLAR_POWER_PLANT')
  })

  it('takes a category that was chosen after the device was described', () => {
    const trial = createTrial(tasmota)
    trial.send('tele/plug/SENSOR', sensor({ Power: 1 }))
    const again = createTrial(tasmota, { devices: trial.devices(), roles: { plug: 'HVAC' } })
    again.send('tele/plug/SENSOR', sensor({ Power: 1 }))
    expect(again.device('plug')?.category).toBe('HVAC')
  })

  it('offers values of other blocks, as of meters read by a script, to be mapped', () => {
    const trial = createTrial(tasmota)
    const text = JSON.stringify({
      Time: 'x',
      SML: { Power_curr: 512, Total_in: 1234.5 },
      BME280: { Temperature: 21 },
    })
    const { samples, sources } = trial.send('tele/reader/SENSOR', text)
    expect(samples).toBeUndefined()
    expect(sources?.map(({ source, value }) => [source, value])).toEqual([
      ['tasmota/reader/SML:Power_curr', '512'],
      ['tasmota/reader/SML:Total_in', '1234.5'],
      ['tasmota/reader/BME280:Temperature', '21'],
    ])
  })

  it('makes readings of what is mapped', () => {
    const mapped = {
      ...{ source: 'tasmota/reader/SML:Power_curr', device: 'grid', deviceName: 'Meter' },
      ...{ category: 'GRID' as const, metric: 'power' as const, factor: -1 },
    }
    const trial = createTrial(tasmota, { mapping: [mapped] })
    trial.send('tele/reader/SENSOR', JSON.stringify({ SML: { Power_curr: 512 } }))
    expect(trial.values()).toEqual({ 'grid/power': -512 })
    expect(trial.device('grid')).toMatchObject({ category: 'GRID', name: 'Meter', metrics: ['power'] })
  })

  it('switches a relay, done when it says so', () => {
    const trial = createTrial(tasmota)
    trial.send('tele/plug/STATE', JSON.stringify({ POWER: 'OFF' }))
    expect(trial.values()).toEqual({ 'plug/on': false })
    expect(trial.command(command('switch', { device: 'plug', on: true }))).toEqual({
      outgoing: [{ path: 'cmnd/plug/POWER', text: 'ON' }],
      replies: [{ id: 'c1', state: 'accepted', code: null, text: null }],
    })
    expect(trial.send('stat/plug/RESULT', JSON.stringify({ POWER: 'OFF' })).replies).toBeUndefined()
    expect(trial.send('stat/plug/POWER', 'ON').replies).toMatchObject([{ id: 'c1', state: 'done' }])
    expect(trial.send('stat/plug/POWER', 'ON').replies).toBeUndefined()
  })

  it('switches each relay of several by its own parameter', () => {
    const trial = createTrial(tasmota)
    trial.send('tele/strip/STATE', JSON.stringify({ POWER1: 'ON', POWER2: 'OFF' }))
    expect(trial.device('strip')?.params).toMatchObject([
      { name: 'POWER1', value: true },
      { name: 'POWER2', value: false },
    ])
    const sent = trial.command(command('set', { device: 'strip', param: 'POWER2', value: true }))
    expect(sent?.outgoing).toEqual([{ path: 'cmnd/strip/POWER2', text: 'ON' }])
    expect(trial.send('stat/strip/RESULT', '{"POWER2":"ON"}').replies).toMatchObject([{ state: 'done' }])
  })

  it('rejects what it cannot do, and leaves devices of others to them', () => {
    const trial = createTrial(tasmota)
    trial.send('tele/plug/STATE', JSON.stringify({ POWER: 'OFF' }))
    for (const refused of [
      command('set', { device: 'plug', param: 'Backlog', value: true }),
      command('set', { device: 'plug', param: 'POWER', value: 'ON; Reset 1' }),
      command('limit', { device: 'plug', power: 1 }),
    ])
      expect(trial.command(refused)).toMatchObject({ outgoing: [], replies: [{ state: 'rejected' }] })
    expect(trial.command(command('switch', { device: 'grid', on: true }))).toBeNull()
  })

  it('is offline when the last of its devices is', () => {
    const trial = createTrial(tasmota)
    expect(trial.send('tele/a/LWT', 'Online')).toEqual({ isOnline: true })
    trial.send('tele/b/LWT', 'Online')
    expect(trial.send('tele/a/LWT', 'Offline')).toEqual({})
    expect(trial.send('tele/b/LWT', 'Offline')).toEqual({ isOnline: false })
  })

  it('tells name, model and firmware', () => {
    const trial = createTrial(tasmota)
    const { info } = trial.send(
      'tele/plug/INFO1',
      JSON.stringify({ Info1: { Module: 'Nous A1T', Version: '14.1.0' } }),
    )
    trial.send('stat/plug/STATUS', JSON.stringify({ Status: { DeviceName: 'Freezer', FriendlyName: ['x'] } }))
    expect(info).toEqual({ softwareVersion: '14.1.0' })
    expect(trial.device('plug')).toMatchObject({ name: 'Freezer', model: 'Nous A1T' })
  })

  it('a plug may have any name', () => {
    const trial = createTrial(tasmota)
    trial.send('tele/constructor/STATE', '{"POWER":"ON"}')
    expect(trial.device('constructor')?.category).toBe('OTHER')
  })

  it('refuses what is none of its topics or no JSON', () => {
    const trial = createTrial(tasmota)
    expect(trial.send('SENSOR', '{}').refused?.reason).toBe('unknown_topic')
    expect(trial.send('tele/../../cmd#/STATE', '{"POWER":"ON"}').refused?.reason).toBe('unknown_topic')
    expect(trial.send('tele/plug/SENSOR', 'nonsense').refused?.reason).toBe('malformed')
  })
})
