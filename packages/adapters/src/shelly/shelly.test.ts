import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { shelly } from './shelly.ts'

const src = 'shellypro3em-aabbccddeeff'
const meter = `${src}.em0`
const frame = (method: string, params: object, more: object = {}) =>
  JSON.stringify({ src, dst: 'ws', method, params: { ts: 1_767_225_590.25, ...params }, ...more })
const answer = (id: string, content: object) => JSON.stringify({ id, src, dst: 'ohmstead', ...content })
const command = (op: 'set' | 'switch' | 'limit' | 'refresh', args: Record<string, unknown>) =>
  ({ v: 1, id: 'c1', ts: 0, exp: 1, op, args }) as const

const em = { id: 0, a_act_power: 500, b_act_power: -20.5, c_act_power: 0, a_voltage: 230.1, a_current: 2.2 }
const full = frame('NotifyFullStatus', {
  'em:0': { ...em, total_act_power: 479.5, a_freq: 50 },
  'emdata:0': { id: 0, total_act: 1234.56, total_act_ret: 78.9 },
  'temperature:0': { id: 0, tC: 46.6 },
  wifi: { sta_ip: '192.168.1.85', rssi: -53, ssid: 'home' },
})
const named = (name: string | null) =>
  answer('config', { result: { 'em:0': { id: 0, name, reverse: {} }, sys: { device: { name: 'Meter' } } } })

describe('a Shelly over its WebSocket', () => {
  it('sends a full status, whose values count at its own time', () => {
    const trial = createTrial(shelly)
    const { samples, isTimed, info } = trial.send('', full)
    expect([samples?.[0]?.ts, isTimed]).toEqual([1_767_225_590_250, true])
    expect(info).toEqual({ wirelessIp: '192.168.1.85', rssi: -53 })
    expect(trial.values()).toEqual({
      [`${meter}/power`]: 479.5,
      [`${meter}/power_l1`]: 500,
      [`${meter}/power_l2`]: -20.5,
      [`${meter}/power_l3`]: 0,
      [`${meter}/voltage_l1`]: 230.1,
      [`${meter}/current_l1`]: 2.2,
      [`${meter}/frequency`]: 50,
      [`${meter}/energy_import`]: 1234.56,
      [`${meter}/energy_export`]: 78.9,
    })
  })

  it('is asked for names and settings, and for everything once a minute', () => {
    const trial = createTrial(shelly)
    const methods = () => trial.outgoing.map(({ text }) => JSON.parse(text).method)
    expect(methods()).toEqual(['Shelly.GetDeviceInfo', 'Shelly.GetConfig'])
    trial.send('', full)
    trial.send('', full, { arrivedAt: 1_767_225_659_000 })
    expect(methods()).toHaveLength(3)
    trial.send('', full, { arrivedAt: 1_767_225_660_000 })
    expect(methods().slice(2)).toEqual(['Shelly.GetStatus', 'Shelly.GetStatus'])
    trial.send('', frame('NotifyEvent', { events: [{ component: 'em:0', event: 'config_changed' }] }))
    expect(methods().at(-1)).toBe('Shelly.GetConfig')
  })

  it('is described with names, model, serial number and firmware', () => {
    const trial = createTrial(shelly)
    trial.send('', full)
    const { info } = trial.send(
      '',
      answer('info', { result: { model: 'SPEM-003CEBEU', mac: 'AABB', ver: '1.4.2' } }),
    )
    expect(info).toEqual({ softwareVersion: '1.4.2', hwVersion: 'SPEM-003CEBEU' })
    trial.send('', named(null))
    expect(trial.device(meter)).toMatchObject({
      ...{ category: 'GRID', name: 'Meter', model: 'SPEM-003CEBEU', serial: 'AABB' },
      params: [{ name: 'reverse_a', value: false, rw: true }, { name: 'reverse_b' }, { name: 'reverse_c' }],
    })
  })

  it('measures what its name says, and counts in the registers of that', () => {
    const trial = createTrial(shelly)
    trial.send('', full)
    trial.send('', named('PV garage'))
    expect(trial.device(meter)).toMatchObject({ category: 'SOLAR_POWER_PLANT', name: 'PV garage' })
    expect(trial.device(meter)?.metrics).not.toContain('energy_import')
    trial.send('', full)
    expect(trial.values()[`${meter}/energy_production`]).toBe(1234.56)
  })

  it('measures what a person chose, whatever its name', () => {
    const trial = createTrial(shelly, { roles: { [meter]: 'BATTERY' } })
    trial.send('', full)
    trial.send('', named('PV'))
    expect(trial.device(meter)?.category).toBe('BATTERY')
    expect(trial.values()).toMatchObject({
      [`${meter}/energy_discharge`]: 1234.56,
      [`${meter}/energy_charge`]: 78.9,
    })
  })

  it('is no second meter of the grid', () => {
    const grid = { category: 'GRID', name: 'P1', model: null, serial: null, metrics: [], params: [] } as const
    const trial = createTrial(shelly, { devices: [{ id: 'grid', ...grid, metrics: [], params: [] }] })
    trial.send('', full)
    expect(trial.device(meter)?.category).toBe('OTHER')
  })

  it('with single-phase meters has a device for each of them', () => {
    const trial = createTrial(shelly)
    trial.send(
      '',
      frame('NotifyStatus', {
        'em1:0': { act_power: -332.2, voltage: 231, current: 1.5, freq: 50, pf: -0.9 },
        'em1data:0': { total_act_energy: 1264.15, total_act_ret_energy: 144_792.28 },
        'em1:1': { act_power: 80 },
      }),
    )
    expect(trial.values()).toMatchObject({
      [`${src}.em10/power`]: -332.2,
      [`${src}.em10/power_factor`]: -0.9,
      [`${src}.em10/energy_import`]: 1264.15,
      [`${src}.em10/energy_export`]: 144_792.28,
      [`${src}.em11/power`]: 80,
    })
    expect(trial.devices().map(({ category }) => category)).toEqual(['GRID', 'OTHER'])
  })

  it('says a fault, and that it is over', () => {
    const trial = createTrial(shelly)
    const fault = { 'switch:0': { output: false, errors: ['overtemp'] } }
    expect(trial.send('', frame('NotifyStatus', fault)).events).toMatchObject([
      { type: 'ERROR', state: 'raised', device: `${src}.switch0`, text: 'overtemp' },
    ])
    expect(trial.send('', frame('NotifyStatus', fault)).events).toBeUndefined()
    expect(trial.send('', frame('NotifyFullStatus', { 'switch:0': {} })).events).toMatchObject([
      { state: 'cleared' },
    ])
  })
})

describe('a switch that measures', () => {
  const plug = `${src}.switch0`

  it('counts both directions in one register, from which what went back is taken', () => {
    const trial = createTrial(shelly)
    const energies = { aenergy: { total: 1000 }, ret_aenergy: { total: 100 } }
    trial.send('', frame('NotifyStatus', { 'switch:0': { output: true, apower: 12.5, ...energies } }))
    expect(trial.values()).toEqual({
      [`${plug}/on`]: true,
      [`${plug}/power`]: 12.5,
      [`${plug}/energy_consumption`]: 900,
    })
    trial.send('', frame('NotifyStatus', { 'switch:0': { aenergy: { total: 1010 } } }))
    expect(trial.values()[`${plug}/energy_consumption`]).toBe(910)
  })

  it('that has no values is no device', () => {
    const trial = createTrial(shelly)
    trial.send('', frame('NotifyFullStatus', { 'switch:100': {}, 'switch:0': { id: 0 } }))
    expect(trial.devices()).toEqual([])
  })

  it('is switched, for a while if asked, and has done it when it answers', () => {
    const trial = createTrial(shelly)
    trial.send('', frame('NotifyStatus', { 'switch:0': { output: true } }))
    const sent = trial.command(command('switch', { device: plug, on: false, ttl: 600 }))
    expect(JSON.parse(sent!.outgoing[0]!.text)).toMatchObject({
      ...{ id: 'c1', method: 'Switch.Set', params: { id: 0, on: false, toggle_after: 600 } },
    })
    expect(sent?.replies).toMatchObject([{ state: 'accepted' }])
    expect(trial.send('', answer('c1', { result: { was_on: true } })).replies).toMatchObject([
      { state: 'done' },
    ])
    expect(trial.send('', answer('c1', { result: {} })).replies).toBeUndefined()
  })

  it('that refuses says why', () => {
    const trial = createTrial(shelly)
    trial.send('', frame('NotifyStatus', { 'switch:0': { output: true } }))
    trial.command(command('switch', { device: plug, on: true }))
    expect(trial.send('', answer('c1', { error: { code: 401, message: 'x' } })).replies).toEqual([
      { id: 'c1', state: 'failed', code: '401', text: 'x' },
    ])
  })

  it('does not do what it cannot, and leaves other devices alone', () => {
    const trial = createTrial(shelly)
    trial.send('', full)
    trial.send('', frame('NotifyStatus', { 'switch:0': { output: false } }))
    expect(trial.command(command('switch', { device: meter, on: true }))?.replies).toMatchObject([
      { state: 'rejected' },
    ])
    expect(trial.command(command('limit', { device: plug, power: 1 }))?.replies).toMatchObject([
      { state: 'rejected' },
    ])
    expect(trial.command(command('switch', { device: 'elsewhere', on: true }))).toBeNull()
  })

  it('has its settings changed: the direction of a clamp, the position of a cover', () => {
    const trial = createTrial(shelly)
    trial.send('', full)
    trial.send('', frame('NotifyStatus', { 'cover:0': { current_pos: 40 } }))
    const callOf = (args: Record<string, unknown>) =>
      JSON.parse(trial.command(command('set', args))!.outgoing[0]!.text)
    expect(callOf({ device: meter, param: 'reverse_b', value: true })).toMatchObject({
      ...{ method: 'EM.SetConfig', params: { id: 0, config: { reverse: { b: true } } } },
    })
    expect(callOf({ device: `${src}.cover0`, param: 'position', value: 75 })).toMatchObject({
      ...{ method: 'Cover.GoToPosition', params: { id: 0, pos: 75 } },
    })
    expect(trial.device(`${src}.cover0`)?.params).toMatchObject([{ name: 'position', value: 40 }])
  })
})

describe('Shellys over MQTT', () => {
  it('are told apart by their prefixes, and answer below them', () => {
    const trial = createTrial(shelly)
    trial.outgoing.length = 0
    trial.send('cellar/events/rpc', full)
    trial.send('roof/status/pm1:0', JSON.stringify({ apower: 700, aenergy: { total: 5 } }))
    expect(trial.values()).toMatchObject({ 'cellar.em0/power': 479.5, 'roof.pm10/power': 700 })
    expect(trial.outgoing.map(({ path }) => path)).toEqual([
      ...['cellar/rpc', 'cellar/rpc', 'cellar/rpc', 'roof/rpc', 'roof/rpc', 'roof/rpc'],
    ])
    const { src: place } = JSON.parse(trial.outgoing[0]!.text)
    expect(place).toBe('ems/v1/ABCD-EFGH-JKMN-PQRS/ext/shelly/cellar/reply')
    trial.send('cellar/reply/rpc', named('Netz'))
    expect(trial.device('cellar.em0')?.name).toBe('Netz')
  })

  it('are there as long as one of them is', () => {
    const trial = createTrial(shelly)
    expect(trial.send('a/online', 'true').isOnline).toBe(true)
    expect(trial.send('b/online', 'true').isOnline).toBe(true)
    expect(trial.send('a/online', 'false').isOnline).toBe(true)
    expect(trial.send('b/online', 'false')).toEqual({ isOnline: false })
  })

  it('are not read where we write', () => {
    expect(createTrial(shelly).send('a/rpc', '{"id":"info"}')).toEqual({})
  })
})

it('a text to paste sets the address with the secret', () => {
  const setup = shelly.describeSetup({
    ...{ mqttHost: 'm', mqttPort: 1883, isMqttTls: false, httpUrl: 'https://ems.example' },
    ...{ serial: 'ABCD-EFGH-JKMN-PQRS', mqttPassword: 'p', httpToken: 't0k' },
  })
  expect(setup.fields).toEqual([
    { name: 'web_socket_address', value: 'wss://ems.example/link/v1/shelly/ABCD-EFGH-JKMN-PQRS/t0k' },
  ])
  expect(setup.snippet).toContain('"server":"wss://ems.example/link/v1/shelly/ABCD-EFGH-JKMN-PQRS/t0k"')
})
