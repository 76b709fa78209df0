import { describe, expect, it } from 'vitest'
import type { OcppVersion } from './ocpp-frame.ts'
import { at, createOcppTrial } from './ocpp-trial.ts'

const yes = () => ({ status: 'Accepted' })
const free = { connectorId: 1, errorCode: 'NoError', status: 'Available' }
const begin = { connectorId: 1, idTag: 'T', meterStart: 0, timestamp: at(0) }

/** A station that has answered what it was asked at the beginning. */
function introduced(version: OcppVersion = 'ocpp1.6', settings: [string, string][] = []) {
  const station = createOcppTrial(version)
  if (version === 'ocpp1.6') station.call('StatusNotification', free)
  else
    station.call('StatusNotification', {
      timestamp: at(0),
      evseId: 1,
      connectorId: 1,
      connectorStatus: 'Available',
    })
  const configurationKey = settings.map(([key, value]) => ({ key, value, readonly: false }))
  const { asked } = station.answer((action) => (action === 'GetConfiguration' ? { configurationKey } : yes()))
  return { station, asked }
}

describe('a station that appears', () => {
  it('is asked for its settings, and to measure once a minute what we read', () => {
    const { asked } = introduced('ocpp1.6', [
      ['MeterValueSampleInterval', '0'],
      ['HeartbeatInterval', '3600'],
    ])
    expect(asked.map(([action, payload]) => [action, (payload as { key?: unknown }).key])).toEqual([
      ['GetConfiguration', expect.arrayContaining(['MeterValueSampleInterval'])],
      ['TriggerMessage', undefined],
      ['ChangeConfiguration', 'MeterValueSampleInterval'],
      ['ChangeConfiguration', 'HeartbeatInterval'],
      ['ChangeConfiguration', 'MeterValuesSampledData'],
    ])
  })

  it('keeps what a person chose', () => {
    const { asked } = introduced('ocpp1.6', [
      ['MeterValueSampleInterval', '30'],
      ['MeterValuesSampledData', 'Power.Active.Import'],
    ])
    expect(asked.map(([action]) => action)).toEqual(['GetConfiguration', 'TriggerMessage'])
  })

  it('is asked for fewer values where it refuses a list with one that it does not measure', () => {
    const station = createOcppTrial('ocpp1.6')
    station.call('StatusNotification', free)
    const { asked } = station.answer((action, { value }: { value?: string }) =>
      action === 'GetConfiguration' ? {} : { status: value?.includes('SoC') ? 'Rejected' : 'Accepted' },
    )
    expect(asked.at(-1)?.[1]).toMatchObject({
      value: 'Energy.Active.Import.Register,Power.Active.Import,Current.Import',
    })
  })

  it('gets one call at a time, and the next one when it keeps silent for too long', () => {
    const station = createOcppTrial('ocpp1.6')
    const calls = () => station.outgoing.filter(({ text }) => text.startsWith('[2')).length
    station.call('StatusNotification', free)
    station.call('Heartbeat', {}, 10)
    expect(calls()).toBe(1)
    station.call('Heartbeat', {}, 60)
    expect(calls()).toBe(2)
  })

  it('shows its settings as parameters that can be set', () => {
    const { station } = introduced('ocpp1.6', [
      ['MeterValueSampleInterval', '30'],
      ['LocalPreAuthorize', 'true'],
    ])
    expect(station.device('ev1')?.params).toMatchObject([
      { name: 'charging', type: 'boolean', value: false, rw: true },
      { name: 'current_limit', unit: 'A', value: null, rw: true },
      { name: 'meter_interval', unit: 's', value: 30 },
      { name: 'local_pre_authorize', type: 'boolean', value: true },
    ])
  })
})

describe('a command', () => {
  it('of a person starts and stops charging by a parameter, which says whether a session goes on', () => {
    const { station } = introduced()
    const set = (value: boolean) => station.ask('set', { device: 'ev1', param: 'charging', value })
    const shown = () => station.device('ev1')?.params.find(({ name }) => name === 'charging')?.value
    expect(set(false)?.replies).toMatchObject([{ state: 'rejected', code: 'not_charging' }])
    set(true)
    expect(station.answer(yes).asked.map(([action]) => action)).toEqual(['RemoteStartTransaction'])
    // A car has to be plugged in.
    expect(shown()).toBe(false)
    const { answer } = station.call('StartTransaction', begin)
    expect(shown()).toBe(true)
    set(false)
    expect(station.answer(yes).asked.map(([action]) => action)).toEqual(['RemoteStopTransaction'])
    const { transactionId } = answer[0] as { transactionId: number }
    station.call('StopTransaction', { transactionId, meterStop: 10, timestamp: at(1) })
    expect(shown()).toBe(false)
  })

  it('starts and stops charging', () => {
    const { station } = introduced()
    expect(station.ask('switch', { device: 'ev1', on: false })?.replies).toMatchObject([
      { code: 'not_charging' },
    ])
    station.ask('switch', { device: 'ev1', on: true })
    const start = station.answer(yes)
    expect(start.asked).toEqual([['RemoteStartTransaction', { connectorId: 1, idTag: 'OHMSTEAD' }]])
    expect(start.replies).toEqual([{ id: 'c1', state: 'done', code: null, text: null }])
    const { answer } = station.call('StartTransaction', begin)
    station.ask('switch', { device: 'ev1', on: false })
    expect(station.answer(yes).asked).toEqual([
      [
        'RemoteStopTransaction',
        { transactionId: answer[0] && (answer[0] as { transactionId: number }).transactionId },
      ],
    ])
  })

  it('stays as somebody switched it for good after it was switched for a while', () => {
    const names = (asked: [string, unknown][]) => asked.map(([action]) => action)
    const { station } = introduced()
    station.ask('switch', { device: 'ev1', on: true, ttl: 3600 })
    station.answer(yes)
    station.call('StartTransaction', begin)
    station.ask('switch', { device: 'ev1', on: true }, 60)
    expect(names(station.answer(yes, 61).asked)).toEqual(['RemoteStartTransaction'])
    station.call('Heartbeat', {}, 3700)
    expect(station.answer(yes, 3701).asked).toEqual([])

    station.ask('switch', { device: 'ev1', on: false, ttl: 600 }, 3800)
    const { transactionId } = station.answer(yes, 3801).asked[0]![1] as { transactionId: number }
    station.call('StopTransaction', { transactionId, meterStop: 10, timestamp: at(3802) }, 3802)
    expect(station.ask('switch', { device: 'ev1', on: false }, 3900)?.replies).toMatchObject([
      { code: 'not_charging' },
    ])
    station.call('Heartbeat', {}, 4500)
    expect(station.answer(yes, 4501).asked).toEqual([])

    station.ask('switch', { device: 'ev1', on: true, ttl: 60 }, 5000)
    station.answer(yes, 5001)
    station.call('StartTransaction', { ...begin, timestamp: at(5002) }, 5002)
    station.call('Heartbeat', {}, 5100)
    expect(names(station.answer(yes, 5101).asked)).toEqual(['RemoteStopTransaction'])
  })

  it('in 2.0.1 starts and stops by the names of that version', () => {
    const { station } = introduced('ocpp2.0.1')
    station.ask('switch', { device: 'ev1', on: true })
    expect(station.answer(yes).asked).toMatchObject([
      ['RequestStartTransaction', { evseId: 1, idToken: { idToken: 'OHMSTEAD', type: 'Central' } }],
    ])
    const transactionInfo = { transactionId: 'x' }
    const started = {
      eventType: 'Started',
      timestamp: at(0),
      triggerReason: 'RemoteStart',
      seqNo: 0,
      transactionInfo,
    }
    station.call('TransactionEvent', { ...started, evse: { id: 1 } })
    station.ask('switch', { device: 'ev1', on: false })
    expect(station.answer(yes).asked).toEqual([['RequestStopTransaction', { transactionId: 'x' }]])
  })

  it('limits a charger in amperes of its phases, never above what was asked for, and clears the limit after its time', () => {
    const { station } = introduced()
    station.ask('setpoint', { device: 'ev1', power: 7000, ttl: 600 })
    const { asked, replies } = station.answer(yes)
    expect(replies).toMatchObject([{ state: 'done' }])
    expect(asked).toMatchObject([
      [
        'SetChargingProfile',
        {
          connectorId: 1,
          csChargingProfiles: {
            ...{ chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 1, validTo: at(600) },
            chargingSchedule: {
              ...{ chargingRateUnit: 'A', duration: 600 },
              chargingSchedulePeriod: [{ startPeriod: 0, limit: 10, numberPhases: 3 }],
            },
          },
        },
      ],
    ])
    station.call('Heartbeat', {}, 599)
    expect(station.answer(yes).asked).toEqual([])
    station.call('Heartbeat', {}, 601)
    expect(station.answer(yes).asked).toEqual([['ClearChargingProfile', { id: 101 }]])
  })

  it('limits a session in watts where the station knows them, and the station as a whole', () => {
    const { station } = introduced('ocpp1.6', [['ChargingScheduleAllowedChargingRateUnit', 'Current,Power']])
    station.call('StartTransaction', begin)
    station.ask('limit', { device: 'ev1', side: 'import', power: 4000, ttl: 60 })
    const profile = { chargingProfilePurpose: 'TxProfile', chargingSchedule: { chargingRateUnit: 'W' } }
    expect(station.answer(yes).asked).toMatchObject([['SetChargingProfile', { csChargingProfiles: profile }]])
    station.ask('limit', { side: 'import', power: 4000, ttl: 60 })
    expect(station.answer(yes).asked).toMatchObject([
      [
        'SetChargingProfile',
        { connectorId: 0, csChargingProfiles: { chargingProfilePurpose: 'ChargePointMaxProfile' } },
      ],
    ])
  })

  it('sets a current and a setting, and shows the new value once the station has agreed', () => {
    const { station } = introduced('ocpp1.6', [['MeterValueSampleInterval', '30']])
    station.ask('set', { device: 'ev1', param: 'current_limit', value: 13 })
    station.answer(yes)
    station.ask('set', { device: 'ev1', param: 'meter_interval', value: 120 })
    expect(station.answer(yes).asked).toEqual([
      ['ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '120' }],
    ])
    expect(station.device('ev1')?.params).toMatchObject([
      { name: 'charging', value: false },
      { name: 'current_limit', value: 13 },
      { name: 'meter_interval', value: 120 },
    ])
  })

  it.each([
    ['agrees', yes(), { state: 'done', code: null }],
    ['refuses', { status: 'Rejected' }, { state: 'rejected', code: 'Rejected' }],
    ['says something else', { status: { a: 1 } }, { state: 'rejected' }],
  ])('is answered as the station %s', (_, answer, reply) => {
    const { station } = introduced()
    station.ask('reboot', {})
    expect(station.answer(() => answer).replies).toMatchObject([reply])
  })

  it('fails where the station answers with an error, or not at all', () => {
    const { station } = introduced()
    station.ask('reboot', {})
    const id = (JSON.parse(station.outgoing.at(-1)!.text) as string[])[1]
    expect(station.raw([4, id, 'InternalError', 'no', {}], 1).replies).toMatchObject([
      { state: 'failed', code: 'InternalError' },
    ])
    station.ask('reboot', {}, 2)
    expect(station.call('Heartbeat', {}, 60).replies).toMatchObject([{ state: 'failed', code: 'no_answer' }])
  })

  it('measures faster while somebody watches, and as before afterwards', () => {
    const { station } = introduced('ocpp1.6', [['MeterValueSampleInterval', '30']])
    station.ask('realtime', { period: 2, ttl: 300 })
    station.ask('realtime', { period: 2, ttl: 300 }, 200)
    const value = () => station.answer(yes).asked.map(([, payload]) => (payload as { value: string }).value)
    expect(value()).toEqual(['10'])
    station.call('Heartbeat', {}, 400)
    expect(value()).toEqual([])
    station.call('Heartbeat', {}, 501)
    expect(value()).toEqual(['30'])
  })

  it.each([
    ['a limit without an end', 'limit', { side: 'import', power: 1000 }],
    ['a limit of what it feeds in', 'limit', { side: 'export', power: 1000, ttl: 60 }],
    ['a setpoint below zero', 'setpoint', { device: 'ev1', power: -1, ttl: 60 }],
    ['a setting of its firmware', 'set', { device: 'ev1', param: 'AuthorizationKey', value: 'x' }],
    ['a property of every object', 'set', { device: 'ev1', param: '__proto__', value: 1 }],
    ['a current beyond its range', 'set', { device: 'ev1', param: 'current_limit', value: 500 }],
  ] as const)('rejects %s', (_, op, args) => {
    const { station } = introduced()
    const before = station.outgoing.length
    expect(station.ask(op, args)?.replies).toMatchObject([{ state: 'rejected' }])
    expect(station.outgoing).toHaveLength(before)
  })

  it('leaves devices that are no chargers of this station to others', () => {
    const { station } = introduced()
    expect(station.ask('switch', { device: 'plug', on: true })).toBeNull()
    expect(station.ask('switch', { device: 'ev7', on: true })).toBeNull()
  })
})
