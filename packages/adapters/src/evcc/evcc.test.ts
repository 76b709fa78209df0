import { describe, expect, it } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import { evcc } from './evcc.ts'

const command = (op: 'set' | 'switch' | 'limit', args: Record<string, unknown>) =>
  ({ v: 1, id: 'c1', ts: 0, exp: 1, op, args }) as const

describe('evcc', () => {
  it('reads each topic as a value in canonical units', () => {
    const trial = createTrial(evcc)
    trial.send('site/grid/power', '-1250.5')
    trial.send('site/grid/energy', '1234.567')
    trial.send('site/grid/returnEnergy', '12.5')
    trial.send('site/pvPower', '4100')
    trial.send('site/battery/power', '-600')
    trial.send('site/battery/capacity', '10.2')
    trial.send('site/grid/powers/2', '-400')
    trial.send('loadpoints/2/chargedEnergy', '5321')
    trial.send('loadpoints/2/chargeTotalImport', '88.25')
    expect(trial.values()).toEqual({
      'grid/power': -1250.5,
      'grid/energy_import': 1_234_567,
      'grid/energy_export': 12_500,
      'pv/power': 4100,
      'bat/power': -600,
      'bat/capacity': 10_200,
      'grid/power_l2': -400,
      'ev2/session_energy': 5321,
      'ev2/energy_consumption': 88_250,
    })
  })

  it('takes an empty payload for no valid value, and ignores topics that it does not know', () => {
    const trial = createTrial(evcc)
    trial.send('site/pvPower', '')
    trial.send('site/somethingNew/3', '17')
    expect(trial.values()).toEqual({ 'pv/power': null })
  })

  it('tells from two topics whether a car is connected and charging', () => {
    const trial = createTrial(evcc)
    trial.send('loadpoints/1/connected', 'true')
    expect(trial.values()['ev1/ev_status']).toBe(1)
    trial.send('loadpoints/1/charging', 'true')
    expect(trial.values()['ev1/ev_status']).toBe(2)
    trial.send('loadpoints/1/charging', 'false')
    trial.send('loadpoints/1/connected', 'false')
    expect(trial.values()['ev1/ev_status']).toBe(0)
  })

  it('says which names are not of the device itself', () => {
    const trial = createTrial(evcc)
    trial.send('loadpoints/1/chargePower', '0')
    expect(trial.device('ev1')).toMatchObject({ name: 'Charger 1', generic: { kind: 'charger', number: 1 } })
    trial.send('loadpoints/1/title', 'Garage')
    expect(trial.device('ev1')).not.toHaveProperty('generic')
  })

  it('describes devices with their titles, metrics and what can be set', () => {
    const trial = createTrial(evcc)
    trial.send('loadpoints/1/title', 'Garage')
    trial.send('loadpoints/1/chargePower', '0')
    trial.send('loadpoints/1/mode', 'pv')
    trial.send('site/batteryMode', 'normal')
    const [charger, battery] = [trial.device('ev1'), trial.device('bat')]
    expect(charger).toMatchObject({ category: 'EV_CHARGER', name: 'Garage', metrics: ['power', 'mode'] })
    expect(charger?.params).toMatchObject([
      { name: 'mode', value: 'pv', options: ['off', 'now', 'minpv', 'pv'], rw: true },
    ])
    expect(battery).toMatchObject({ category: 'BATTERY', params: [{ name: 'batteryMode', value: 'normal' }] })
  })

  it('tells a device only when something of it changed', () => {
    const trial = createTrial(evcc)
    expect(trial.send('site/pvPower', '1').devices).toHaveLength(1)
    expect(trial.send('site/pvPower', '2').devices).toBeUndefined()
  })

  it('stores nothing of what a broker has retained', () => {
    const trial = createTrial(evcc)
    expect(trial.send('site/pvPower', '1', { isRetained: true }).samples).toBeUndefined()
  })

  it('is online and offline by its status', () => {
    const trial = createTrial(evcc)
    expect(trial.send('status', 'online')).toEqual({ isOnline: true })
    expect(trial.send('status', 'offline')).toEqual({ isOnline: false })
  })

  it('sets a mode, and reports it done when evcc tells the new one', () => {
    const trial = createTrial(evcc)
    trial.send('loadpoints/1/mode', 'pv')
    expect(trial.command(command('set', { device: 'ev1', param: 'mode', value: 'now' }))).toEqual({
      outgoing: [{ path: 'loadpoints/1/mode/set', text: 'now' }],
      replies: [{ id: 'c1', state: 'accepted', code: null, text: null }],
    })
    expect(trial.send('loadpoints/1/mode', 'pv').replies).toBeUndefined()
    expect(trial.send('loadpoints/1/mode', 'now').replies).toMatchObject([{ id: 'c1', state: 'done' }])
    expect(trial.send('loadpoints/1/mode', 'now').replies).toBeUndefined()
  })

  it('still answers the newest command when a hundred others were never shown', () => {
    const trial = createTrial(evcc)
    for (let plug = 1; plug <= 101; plug++)
      trial.command(command('set', { device: `ev${plug}`, param: 'mode', value: 'now' }))
    expect(trial.send('loadpoints/101/mode', 'now').replies).toMatchObject([{ state: 'done' }])
    expect(trial.send('loadpoints/1/mode', 'now').replies).toBeUndefined()
  })

  it('rejects what evcc cannot do', () => {
    const trial = createTrial(evcc)
    trial.send('site/grid/power', '1')
    trial.send('site/battery/power', '1')
    expect(
      trial.command(command('limit', { device: 'grid', side: 'import', power: 3000 }))?.replies,
    ).toMatchObject([{ state: 'rejected', code: 'not_supported' }])
    expect(trial.command(command('set', { device: 'bat', param: '../../cmd', value: 1 }))?.outgoing).toEqual(
      [],
    )
  })

  it('leaves devices of other adapters to them', () => {
    const trial = createTrial(evcc)
    expect(trial.command(command('set', { device: 'plug7', param: 'on', value: true }))).toBeNull()
  })
})
