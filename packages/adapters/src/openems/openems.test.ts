import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { openems } from './openems.ts'

const at = 1_767_225_600_000
const told = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', method, params })
const data = (channels: object, ts = at) => told('timestampedData', { [ts]: channels })
const averages = (channels: object, ts: number) => told('aggregatedData', { [ts]: channels })
const answer = (id: string, content: object) => JSON.stringify({ jsonrpc: '2.0', id, ...content })
const command = (
  op: 'set' | 'switch' | 'limit' | 'setpoint',
  args: Record<string, unknown>,
  id = '5e1a2f9e-0a51-4a3c-8c66-6b0a0cf9a001',
) => ({ v: 1, id, ts: at, exp: at + 30_000, op, args }) as const

const nature = (name: string) => [
  `io.openems.edge.${name}`,
  'io.openems.edge.common.component.OpenemsComponent',
]
const factories = {
  Meter: { natureIds: nature('meter.api.ElectricityMeter') },
  Ess: { natureIds: [...nature('ess.api.SymmetricEss'), 'io.openems.edge.ess.api.ManagedSymmetricEss'] },
  Pv: { natureIds: nature('pvinverter.api.ManagedSymmetricPvInverter') },
  Box: { natureIds: nature('evcs.api.Evcs') },
}
const component = (factoryId: string, alias = '', properties: object = {}) => ({
  factoryId,
  alias,
  properties,
})
const config = told('edgeConfig', {
  factories,
  components: {
    meter0: component('Meter', 'Grid meter', { type: 'GRID' }),
    meter1: component('Meter', 'Heat pump', { type: 'CONSUMPTION_METERED' }),
    meter2: component('Meter', 'Old', { type: 'CONSUMPTION_METERED', enabled: false }),
    pvInverter0: component('Pv'),
    pvInverter1: component('Pv'),
    ess0: component('Ess', 'Battery'),
    evcs0: component('Box', 'Garage'),
    ctrlEvcs0: component('Controller.Evcs', '', {
      ...{ 'evcs.id': 'evcs0', enabledCharging: true, chargeMode: 'FORCE_CHARGE' },
    }),
    ctrlPeakShaving0: component('Controller.Symmetric.PeakShaving', '', { peakShavingPower: 7000 }),
    ctrlReserve0: component('Controller.Ess.EmergencyCapacityReserve', '', { reserveSoc: 20 }),
  },
})

const createConfigured = (known = {}) => {
  const trial = createTrial(openems, known)
  trial.send('', config)
  return trial
}
const callsOf = (outgoing: readonly { text: string }[] | undefined) =>
  (outgoing ?? []).map(({ text }) => JSON.parse(text))
const payloadsOf = (outgoing: readonly { text: string }[] | undefined) =>
  callsOf(outgoing).map(({ params }) => ({ role: params.user.role, ...params.payload.params }))

describe('an OpenEMS Edge', () => {
  it('what a database cannot keep is in no description', () => {
    const trial = createTrial(openems)
    const factory = 'Evcs\u0000.Maker'
    const { devices } = trial.send(
      '',
      told('edgeConfig', {
        components: { evcs0: component(factory) },
        factories: { [factory]: { natureIds: ['io.openems.edge.evcs.api.Evcs'] } },
      }),
    )
    expect(JSON.stringify(devices ?? [])).not.toContain('u0000')
  })

  it('tells the house by its sums, at its own time', () => {
    const trial = createConfigured()
    const { samples, isTimed, step } = trial.send(
      '',
      data({
        '_sum/GridActivePower': -200,
        '_sum/GridMode': 1,
        '_sum/State': 0,
        '_sum/ProductionActivePower': 3200,
      }),
    )
    expect([samples?.[0]?.ts, isTimed, step]).toEqual([at, true, undefined])
    trial.send('', data({ '_sum/EssSoc': 57, '_sum/EssDischargePower': -600, '_sum/EssActivePower': 99 }))
    trial.send('', data({ '_sum/ConsumptionActivePower': 2400, '_sum/GridBuyActiveEnergy': 1_234_567 }))
    expect(trial.values()).toEqual({
      ...{ 'grid/power': -200, 'grid/grid_mode': 1, 'grid/energy_import': 1_234_567, 'site/state': 0 },
      ...{ 'pv/power': 3200, 'bat/soc': 57, 'bat/power': -600, 'load/power': 2400 },
    })
  })

  it('has devices for what the sums do not count: chargers and single loads', () => {
    const trial = createConfigured()
    trial.send(
      '',
      data({
        ...{ 'evcs0/ChargePower': 7400, 'evcs0/Status': 3, 'evcs0/EnergySession': 900 },
        ...{
          'evcs0/ActiveConsumptionEnergy': 12_000,
          'meter1/ActivePower': 1500,
          'meter1/VoltageL1': 230_100,
        },
        ...{ 'meter1/ActiveProductionEnergy': 88_000, 'meter2/ActivePower': 5 },
      }),
    )
    expect(trial.values()).toEqual({
      ...{ 'evcs0/power': 7400, 'evcs0/ev_status': 2, 'evcs0/session_energy': 900 },
      ...{ 'evcs0/energy_consumption': 12_000, 'meter1/power': 1500, 'meter1/voltage_l1': 230.1 },
      'meter1/energy_consumption': 88_000,
    })
    expect(trial.device('evcs0')).toMatchObject({ category: 'EV_CHARGER', name: 'Garage', model: 'Box' })
    expect(trial.device('meter1')).toMatchObject({ category: 'OTHER', name: 'Heat pump' })
  })

  it('adds nothing twice: meters and inverters that are in a sum are shown beside it', () => {
    const trial = createConfigured()
    trial.send(
      '',
      data({
        ...{
          'meter0/ActivePower': 500,
          'meter0/VoltageL2': 231_000,
          'meter0/CurrentL2': -1500,
          'meter0/Frequency': 50_010,
        },
        ...{ 'pvInverter0/ActivePower': 1000, 'pvInverter1/ActivePower': 2000, 'ess0/ActivePower': 5 },
      }),
    )
    expect(trial.values()).toEqual({
      ...{ 'grid/voltage_l2': 231, 'grid/current_l2': -1.5, 'grid/frequency': 50.01 },
      ...{ 'pv/power.pvInverter0': 1000, 'pv/power.pvInverter1': 2000 },
    })
  })

  it('of an older version is read by the channels that it has', () => {
    const trial = createConfigured()
    trial.send('', data({ '_sum/EssActivePower': 1100, '_sum/EssActiveChargeEnergy': 5000 }))
    expect(trial.values()).toEqual({ 'bat/power': 1100, 'bat/energy_charge': 5000 })
    trial.send('', data({ '_sum/EssDischargePower': 900 }, at + 1000))
    trial.send('', data({ '_sum/EssActivePower': 1200, '_sum/EssSoc': null }, at + 2000))
    expect(trial.values()).toMatchObject({ 'bat/power': 900, 'bat/soc': null })
  })

  it('does not take another register for that of before until it is known that there is no better one', () => {
    const bat = { id: 'bat', category: 'BATTERY', name: 'B', model: null, serial: null } as const
    const trial = createConfigured({ devices: [{ ...bat, metrics: [], params: [] }] })
    const energy = data({ '_sum/EssActiveChargeEnergy': 5000 })
    expect(trial.send('', energy, { arrivedAt: at }).samples).toBeUndefined()
    expect(trial.send('', energy, { arrivedAt: at + 310_000 }).samples).toHaveLength(1)
  })

  it('delivers what it kept as averages of five minutes, whose registers are of their end', () => {
    const trial = createConfigured()
    const frame = told('resendData', {
      [at]: { '_sum/GridActivePower': 900, '_sum/GridBuyActiveEnergy': 70 },
    })
    const { samples, step } = trial.send('', frame)
    expect(step).toBe(300)
    expect(samples).toEqual([
      { ts: at, values: { 'grid/power': 900 } },
      { ts: at + 299_000, values: { 'grid/energy_import': 70 } },
    ])
  })

  it('has averages only of what it did not tell live', () => {
    const trial = createConfigured()
    for (let second = 0; second <= 300; second += 30)
      trial.send('', data({ '_sum/GridActivePower': 1 }, at + second * 1000))
    const both = { '_sum/GridActivePower': 9, '_sum/EssSoc': 50 }
    expect(trial.send('', averages(both, at)).samples).toEqual([{ ts: at, values: { 'bat/soc': 50 } }])
    expect(trial.send('', averages(both, at - 300_000)).samples).toHaveLength(1)
    // It began live, and nobody heard its end.
    expect(trial.send('', averages(both, at + 300_000)).samples).toMatchObject([
      { values: { 'grid/power': 9 } },
    ])
    expect(Object.keys(trial.values())).toEqual(['grid/power', 'bat/soc'])
  })

  it('raises an alarm off grid and of a component that failed, once each', () => {
    const trial = createConfigured()
    trial.send('', data({ '_sum/GridActivePower': 1, '_sum/GridMode': 1, 'evcs0/State': 0 }))
    const failed = data({ '_sum/GridMode': 2, '_sum/State': 3, 'evcs0/State': 3 })
    expect(trial.send('', failed).events).toMatchObject([
      { type: 'OFF_GRID', state: 'raised', device: 'grid' },
      { type: 'ERROR', state: 'raised', device: 'evcs0', code: 'evcs0', text: 'Garage' },
      { state: 'cleared', code: '_sum' },
    ])
    expect(trial.send('', failed).events).toBeUndefined()
    expect(trial.send('', data({ '_sum/GridMode': 1, 'evcs0/State': 1 })).events).toMatchObject([
      { type: 'OFF_GRID', state: 'cleared' },
      { type: 'ERROR', state: 'cleared', device: 'evcs0' },
    ])
    expect(trial.send('', data({ '_sum/State': 3 })).events).toMatchObject([
      { state: 'raised', code: '_sum' },
    ])
  })

  it('gets an answer to each of its questions, and says its version', () => {
    const trial = createTrial(openems)
    const asked = JSON.stringify({ jsonrpc: '2.0', id: 'u1', method: 'oauthRegistry', params: {} })
    expect(callsOf(trial.send('', asked).outgoing)).toMatchObject([{ id: 'u1', error: { code: 1 } }])
    expect(trial.send('', told('systemLog', { line: {} }))).toEqual({})
    expect(trial.send('', data({ '_meta/Version': '2026.5.0' })).info).toEqual({
      softwareVersion: '2026.5.0',
    })
  })

  it('is asked for its configuration if it had told it before', () => {
    const trial = createTrial(openems)
    const { outgoing } = trial.send('', data({ '_sum/GridActivePower': 1 }))
    const [{ id, params }] = callsOf(outgoing)
    expect(params).toMatchObject({ user: { role: 'guest' }, payload: { method: 'getEdgeConfig' } })
    trial.send(
      '',
      answer(id, { result: { payload: { jsonrpc: '2.0', id, result: JSON.parse(config).params } } }),
    )
    expect(trial.device('evcs0')?.name).toBe('Garage')
    expect(trial.send('', data({ '_sum/GridActivePower': 1 })).outgoing).toBeUndefined()
  })
})

describe('a command to an OpenEMS Edge', () => {
  it('sets what a strategy is configured to, in the role that it needs, and is done when the Edge says so', () => {
    const trial = createConfigured()
    expect(trial.device('evcs0')?.params).toMatchObject([
      { name: 'ctrlEvcs0.enabledCharging', value: true, rw: true },
      { name: 'ctrlEvcs0.chargeMode', value: 'FORCE_CHARGE', options: ['FORCE_CHARGE', 'EXCESS_POWER'] },
    ])
    expect(trial.device('bat')?.params).toMatchObject([
      { name: 'ctrlReserve0.reserveSoc', value: 20, unit: '%' },
    ])
    const sent = command('set', { device: 'evcs0', param: 'ctrlEvcs0.chargeMode', value: 'EXCESS_POWER' })
    const { outgoing, replies } = trial.command(sent)!
    expect(payloadsOf(outgoing)).toEqual([
      {
        role: 'owner',
        componentId: 'ctrlEvcs0',
        properties: [{ name: 'chargeMode', value: 'EXCESS_POWER' }],
      },
    ])
    expect(replies).toMatchObject([{ state: 'accepted' }])
    const done = answer(sent.id, { result: { payload: { jsonrpc: '2.0', id: 'x', result: {} } } })
    expect(trial.send('', done).replies).toEqual([{ id: sent.id, state: 'done', code: null, text: null }])
    expect(trial.send('', done).replies).toBeUndefined()
  })

  it('that fails says why', () => {
    const trial = createConfigured()
    const sent = command('switch', { device: 'evcs0', on: false })
    expect(payloadsOf(trial.command(sent)?.outgoing)).toMatchObject([
      { componentId: 'ctrlEvcs0', properties: [{ name: 'enabledCharging', value: false }] },
    ])
    const failed = answer(sent.id, { error: { code: 2000, message: 'no', data: [] } })
    expect(trial.send('', failed).replies).toMatchObject([{ state: 'failed', code: '2000', text: 'no' }])
  })

  it('sets a power as long as it is wanted, which an Edge forgets by itself if nobody repeats it', () => {
    const trial = createConfigured()
    const sent = command('setpoint', { device: 'bat', power: 1000, ttl: 60 })
    const power = (value: number | null) => [
      { role: 'admin', componentId: 'ess0', channelId: 'SetActivePowerEquals', value },
    ]
    const after = (seconds: number) =>
      payloadsOf(trial.send('', data({ '_sum/EssSoc': 50 }), { arrivedAt: at + seconds * 1000 }).outgoing)
    expect(payloadsOf(trial.command(sent)?.outgoing)).toEqual(power(1000))
    expect(after(10)).toEqual([])
    expect(after(26)).toEqual(power(1000))
    expect(after(61)).toEqual(power(null))
    expect(after(90)).toEqual([])
  })

  it('limits for a while, and sets back what was before, also after a restart', () => {
    const trial = createConfigured()
    expect(
      payloadsOf(trial.command(command('limit', { side: 'import', power: 3000, ttl: 60 }))?.outgoing),
    ).toEqual([
      {
        role: 'owner',
        componentId: 'ctrlPeakShaving0',
        properties: [{ name: 'peakShavingPower', value: 3000 }],
      },
    ])
    trial.send('', config.replace('7000', '3000'))
    trial.command(command('limit', { side: 'import', power: 2000, ttl: 120 }))
    trial.send('', data({ '_sum/GridActivePower': 1 }))
    const restarted = createTrial(openems, { devices: trial.devices() })
    restarted.send('', config.replace('7000', '2000'), { arrivedAt: at + 100_000 })
    expect(restarted.outgoing).toEqual([])
    const { outgoing } = restarted.send('', data({ '_sum/GridActivePower': 1 }), { arrivedAt: at + 120_000 })
    expect(payloadsOf(outgoing)).toMatchObject([{ properties: [{ name: 'peakShavingPower', value: 7000 }] }])
  })

  it('is refused if there is no strategy for it or the value cannot be, and left to others of other devices', () => {
    const trial = createConfigured()
    trial.send('', data({ '_sum/GridActivePower': 1 }))
    const codeOf = (op: 'set' | 'limit' | 'setpoint', args: Record<string, unknown>) =>
      trial.command(command(op, args))?.replies[0]?.code
    expect(codeOf('limit', { side: 'export', power: 1, ttl: 60 })).toBe('not_supported')
    expect(codeOf('set', { device: 'bat', param: 'ctrlReserve0.reserveSoc', value: 120 })).toBe('bad_value')
    expect(codeOf('set', { device: 'grid', param: 'ess0.power', value: 1 })).toBe('not_supported')
    expect(codeOf('setpoint', { device: 'bat', power: 1 })).toBe('bad_value')
    expect(trial.command(command('set', { device: 'plug7', param: 'x', value: 1 }))).toBeNull()
  })
})
