import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { victron } from './victron.ts'

const at = 1_767_225_600_400
const command = (op: 'set' | 'switch' | 'limit' | 'setpoint', args: Record<string, unknown>) =>
  ({ v: 1, id: 'c1', ts: at, exp: at + 30_000, op, args }) as const

function createGx(known = {}) {
  const trial = createTrial(victron, known)
  const tell = (path: string, value: unknown, arrivedAt = at) =>
    trial.send(`N/c0619ab1/${path}`, JSON.stringify({ value }), { arrivedAt })
  const tellAll = (values: Record<string, unknown>) => {
    for (const [path, value] of Object.entries(values)) tell(path, value)
  }
  return { ...trial, tell, tellAll }
}
const setting = (name: string) => `settings/0/Settings/CGwacs/${name}`
const gridPower = (line: number) => `system/0/Ac/Grid/L${line}/Power`

describe('a GX device', () => {
  it('tells phases one by one, whose sums are of the values told last', () => {
    const gx = createGx()
    gx.tellAll({ [gridPower(1)]: 100, [gridPower(2)]: -250.5, [gridPower(3)]: 50 })
    gx.tellAll({
      'system/0/Ac/ConsumptionOnInput/L1/Power': 300,
      'system/0/Ac/ConsumptionOnOutput/L1/Power': 45,
    })
    gx.tellAll({ 'system/0/Ac/PvOnGrid/L1/Power': 1000, 'system/0/Dc/Pv/Power': 500 })
    expect(gx.values()).toEqual({
      ...{ 'grid/power_l1': 100, 'grid/power_l2': -250.5, 'grid/power_l3': 50, 'grid/power': -100.5 },
      ...{ 'load/power': 345, 'pv/power': 1500 },
    })
    gx.tell(gridPower(2), 0)
    expect(gx.values()['grid/power']).toBe(150)
  })

  it('is asked to go on every half a minute, also while it says nothing', () => {
    const gx = createGx()
    expect(gx.tick(at)).toEqual({})
    gx.tell(gridPower(1), 100)
    expect(gx.tick(at + 29_000)).toEqual({ outgoing: [] })
    expect(gx.tick(at + 30_000).outgoing).toMatchObject([{ path: 'R/c0619ab1/keepalive' }])
    expect(gx.tick(at + 31_000)).toEqual({ outgoing: [] })
  })

  it('has no sum while phases that it has are missing, and one instant for those of a second', () => {
    const gx = createGx()
    gx.tell('system/0/Ac/Grid/NumberOfPhases', 2)
    expect(gx.tell(gridPower(1), 100).samples).toEqual([
      { ts: 1_767_225_600_000, values: { 'grid/power_l1': 100 } },
    ])
    expect(gx.tell(gridPower(2), 50).samples?.[0]).toMatchObject({
      ts: 1_767_225_600_000,
      values: { 'grid/power': 150 },
    })
  })

  it('counts its battery the other way round, and energy in kilowatt-hours', () => {
    const gx = createGx()
    gx.tellAll({ 'system/0/Dc/Battery/Power': 600, 'system/0/Dc/Battery/Soc': 81.5 })
    gx.tellAll({ 'grid/30/Ac/Energy/Forward': 1234.567, 'grid/30/Ac/Energy/Reverse': 12.5 })
    gx.tell('grid/31/Ac/Energy/Forward', 1)
    gx.tell('evcharger/40/Session/Energy', 2.5)
    expect(gx.values()).toEqual({
      ...{
        'bat/power': -600,
        'bat/soc': 81.5,
        'grid/energy_import': 1_234_567,
        'grid/energy_export': 12_500,
        'ev40/session_energy': 2500,
      },
    })
  })

  it('takes null and an empty message for no valid value', () => {
    const gx = createGx()
    gx.tellAll({ 'system/0/Dc/Battery/Soc': 50, [gridPower(1)]: 10 })
    gx.tell('system/0/Dc/Battery/Soc', null)
    gx.send(`N/c0619ab1/${gridPower(1)}`, '')
    expect(gx.values()).toEqual({ 'bat/soc': null, 'grid/power_l1': null, 'grid/power': null })
  })

  it('without a battery or a grid has none', () => {
    const gx = createGx()
    gx.tellAll({
      'system/0/Dc/Battery/Power': null,
      'system/0/Ac/ActiveIn/Source': 240,
      [gridPower(1)]: null,
    })
    gx.tell(setting('BatteryLife/MinimumSocLimit'), 10)
    expect(gx.devices()).toEqual([])
    expect(gx.values()).toEqual({})
  })

  it('raises an alarm while its inverters run without the grid', () => {
    const gx = createGx()
    gx.tell('system/0/Ac/ActiveIn/Source', 1)
    expect(gx.tell(gridPower(1), 100).events).toMatchObject([{ type: 'OFF_GRID', state: 'cleared' }])
    expect(gx.tell('system/0/Ac/ActiveIn/Source', 240).events).toMatchObject([
      { state: 'raised', device: 'grid' },
    ])
    expect(gx.values()['grid/grid_mode']).toBe(2)
    expect(gx.tell('system/0/Ac/ActiveIn/Source', 240).events).toBeUndefined()
    expect(gx.tell('system/0/Ac/ActiveIn/Source', 1).events).toMatchObject([{ state: 'cleared' }])
  })

  it('is asked to go on every half minute, and for everything every five minutes', () => {
    const gx = createGx()
    const asked = (seconds: number) => gx.tell('system/0/Dc/Battery/Soc', 50, at + seconds * 1000).outgoing
    expect(asked(0)).toEqual([{ path: 'R/c0619ab1/keepalive', text: '' }])
    expect(asked(29)).toBeUndefined()
    expect(asked(31)?.[0]?.text).toContain('suppress-republish')
    expect(asked(301)?.[0]?.text).toBe('')
  })

  it('keeps a generic name while the product tells only its model', () => {
    const gx = createGx()
    gx.tellAll({ 'evcharger/40/Ac/Power': 0, 'evcharger/40/ProductName': 'EVCS 32A' })
    expect(gx.device('ev40')).toMatchObject({ model: 'EVCS 32A', generic: { kind: 'charger', number: 40 } })
  })

  it('has chargers, with the names that people gave them', () => {
    const gx = createGx()
    gx.tellAll({
      ...{ 'evcharger/40/Ac/Power': 7200, 'evcharger/40/Status': 2, 'evcharger/40/Ac/Energy/Forward': 88.5 },
      ...{ 'evcharger/40/CustomName': 'Garage', 'evcharger/40/ProductName': 'EVCS 32A' },
    })
    expect(gx.values()).toEqual({
      'ev40/power': 7200,
      'ev40/ev_status': 2,
      'ev40/energy_consumption': 88_500,
    })
    expect(gx.device('ev40')).toMatchObject({ category: 'EV_CHARGER', name: 'Garage', model: 'EVCS 32A' })
  })

  it('is one for each serial, and its own requests are no readings', () => {
    const gx = createGx()
    gx.tell('system/0/Dc/Battery/Soc', 50)
    expect(gx.send('N/ffff/system/0/Dc/Battery/Soc', '{"value":1}').refused?.detail).toContain(
      'second GX device',
    )
    expect(gx.send('W/c0619ab1/grid/30/Ac/Power', '{"value":1}')).toEqual({})
    expect(gx.send('N/c0619ab1/grid/30/Ac/Frequency', '"x"').refused?.reason).toBe('malformed')
  })
})

describe('a command to a GX device', () => {
  function createEss(known = {}) {
    const gx = createGx(known)
    gx.tellAll({ [gridPower(1)]: 100, 'system/0/Dc/Battery/Soc': 50, [setting('AcPowerSetPoint')]: 50 })
    gx.tellAll({ [setting('BatteryLife/MinimumSocLimit')]: 10, [setting('MaxChargePower')]: -1 })
    return gx
  }

  it('sets a setting, and is done when the device tells the new value', () => {
    const gx = createEss()
    expect(gx.device('bat')?.params).toMatchObject([
      { name: 'MinimumSocLimit', value: 10, unit: '%', rw: true },
      { name: 'MaxChargePower', value: -1 },
    ])
    expect(gx.command(command('set', { device: 'bat', param: 'MinimumSocLimit', value: 30 }))).toEqual({
      outgoing: [{ path: `W/c0619ab1/${setting('BatteryLife/MinimumSocLimit')}`, text: '{"value":30}' }],
      replies: [{ id: 'c1', state: 'accepted', code: null, text: null }],
    })
    expect(gx.tell(setting('BatteryLife/MinimumSocLimit'), 10).replies).toBeUndefined()
    expect(gx.tell(setting('BatteryLife/MinimumSocLimit'), 30).replies).toMatchObject([{ state: 'done' }])
    const again = command('set', { device: 'bat', param: 'MinimumSocLimit', value: 30 })
    expect(gx.command(again)?.replies).toMatchObject([{ state: 'done' }])
  })

  it('for a while is taken back, also after a restart', () => {
    const gx = createEss()
    gx.command(command('setpoint', { device: 'grid', power: -2000, ttl: 60 }))
    gx.command(command('limit', { side: 'import', power: 1000, ttl: 600 }))
    gx.tell(setting('AcPowerSetPoint'), -2000)
    const restarted = createGx({ devices: gx.devices() })
    const { outgoing } = restarted.tell('system/0/Dc/Battery/Soc', 50, at + 60_000)
    expect(outgoing).toEqual([
      { path: `W/c0619ab1/${setting('AcPowerSetPoint')}`, text: '{"value":50}' },
      { path: 'R/c0619ab1/keepalive', text: '' },
    ])
    const late = restarted.tell('system/0/Dc/Battery/Soc', 50, at + 600_000)
    expect(late.outgoing?.[0]).toMatchObject({
      path: `W/c0619ab1/${setting('MaxChargePower')}`,
      text: '{"value":-1}',
    })
  })

  it('starts and stops a charger', () => {
    const gx = createEss()
    expect(gx.command(command('switch', { device: 'ev40', on: true }))?.outgoing).toEqual([
      { path: 'W/c0619ab1/evcharger/40/StartStop', text: '{"value":1}' },
    ])
    expect(gx.tell('evcharger/40/StartStop', 1).replies).toMatchObject([{ state: 'done' }])
  })

  it('that it cannot do is refused, and one for others left to them', () => {
    const gx = createEss()
    const codeOf = (op: 'set' | 'setpoint', args: Record<string, unknown>) =>
      gx.command(command(op, args))?.replies[0]?.code
    expect(codeOf('setpoint', { device: 'bat', power: 1, ttl: 60 })).toBe('not_supported')
    expect(codeOf('set', { device: 'bat', param: 'MinimumSocLimit', value: 101 })).toBe('bad_value')
    // Any other negative limit would be none.
    expect(codeOf('set', { device: 'bat', param: 'MaxChargePower', value: -2 })).toBe('bad_value')
    expect(codeOf('set', { device: 'bat', param: '../x', value: 1 })).toBe('not_supported')
    expect(codeOf('setpoint', { device: 'grid', power: 1 })).toBe('bad_value')
    expect(gx.command(command('set', { device: 'plug7', param: 'x', value: 1 }))).toBeNull()
    expect(createTrial(victron).command(command('set', { device: 'bat', param: 'x', value: 1 }))).toBeNull()
  })
})

it('the text to paste bridges both ways, with the state of the bridge', () => {
  const { snippet } = victron.describeSetup({
    ...{ mqttHost: 'm.example', mqttPort: 8883, isMqttTls: true, httpUrl: 'https://ems.example' },
    ...{ serial: 'ABCD-EFGH-JKMN-PQRS', mqttPassword: 'pw', httpToken: 't' },
  })
  expect(snippet).toContain('topic W/# in 1 "" ems/v1/ABCD-EFGH-JKMN-PQRS/ext/victron/\n')
  expect(snippet).toContain('bridge_capath /etc/ssl/certs\n')
})
