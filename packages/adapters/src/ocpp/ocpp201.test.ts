import { describe, expect, it } from 'vitest'
import { at, createOcppTrial, startedAt } from './ocpp-trial.ts'

const evse = { id: 1, connectorId: 1 }
const register = (seconds: number, value: number, more: object = {}) => ({
  meterValue: [{ timestamp: at(seconds), sampledValue: [{ value, ...more }] }],
})
const event = (eventType: string, seconds: number, info: object, more: object = {}) => ({
  ...{ eventType, timestamp: at(seconds), triggerReason: 'Authorized', seqNo: seconds },
  ...{ transactionInfo: { transactionId: 'a-b-c', ...info }, ...more },
})
const kWh = { unitOfMeasure: { unit: 'kWh' } }

describe('OCPP 2.0.1', () => {
  it('accepts a station, and describes its EVSEs', () => {
    const station = createOcppTrial('ocpp2.0.1')
    const chargingStation = { vendorName: 'Alfen', model: 'Eve', serialNumber: 'A1', firmwareVersion: '7.0' }
    const { answer, info } = station.call('BootNotification', { reason: 'PowerUp', chargingStation })
    expect(answer).toMatchObject([{ status: 'Accepted', interval: 60 }])
    expect(info).toEqual({ softwareVersion: '7.0' })
    station.call('StatusNotification', {
      timestamp: at(0),
      evseId: 2,
      connectorId: 1,
      connectorStatus: 'Occupied',
    })
    expect(station.values()).toEqual({ 'ev2/ev_status': 1 })
    expect(station.device('ev2')).toMatchObject({ model: 'Alfen Eve', serial: 'A1' })
  })

  it('keeps a session that only its first message places, with the multipliers of its units', () => {
    const station = createOcppTrial('ocpp2.0.1')
    const idToken = { idToken: '04A2B3C4', type: 'ISO14443' }
    const started = event(
      'Started',
      0,
      { chargingState: 'EVConnected' },
      { evse, idToken, ...register(0, 12, kWh) },
    )
    expect(station.call('TransactionEvent', started).answer).toEqual([
      { idTokenInfo: { status: 'Accepted' } },
    ])
    const multiplied = { unitOfMeasure: { unit: 'Wh', multiplier: 2 } }
    station.call(
      'TransactionEvent',
      event('Updated', 60, { chargingState: 'Charging' }, register(60, 125, multiplied)),
      60,
    )
    expect(station.values()).toMatchObject({
      ...{ 'ev1/energy_consumption': 12_500, 'ev1/session_energy': 500, 'ev1/ev_status': 2 },
    })
    const ended = event('Ended', 3600, { stoppedReason: 'Local' }, register(3600, 20, kWh))
    expect(station.call('TransactionEvent', ended, 3600).charging).toMatchObject([
      { device: 'ev1', transaction: 'a-b-c', startedAt, energyWh: 8000, stopReason: 'Local', tag: '…B3C4' },
    ])
    expect(station.values()).toMatchObject({ 'ev1/ev_status': 1, 'ev1/power': 0 })
    expect(station.call('TransactionEvent', ended, 3700).charging).toBeUndefined()
  })

  it('takes the first register that is told, where the beginning has none', () => {
    const station = createOcppTrial('ocpp2.0.1')
    station.call('TransactionEvent', event('Started', 0, {}, { evse }))
    station.call('TransactionEvent', event('Updated', 10, {}, register(10, 500)), 10)
    const { charging } = station.call('TransactionEvent', event('Ended', 60, {}, register(60, 600)), 60)
    expect(charging?.at(-1)).toMatchObject({ energyWh: 100, doubt: null })
  })

  it('doubts a session that it meets in its middle, and keeps none of which it hears only the end', () => {
    const station = createOcppTrial('ocpp2.0.1')
    const middle = station.call('TransactionEvent', event('Updated', 0, {}, { evse, ...register(0, 500) }))
    expect(middle.charging).toMatchObject([{ doubt: 'start_missing', endedAt: null }])
    const end = createOcppTrial('ocpp2.0.1').call('TransactionEvent', event('Ended', 0, {}, { evse }))
    expect(end.charging).toBeUndefined()
    expect(end.leftOut).toMatchObject([{ reason: 'bad_value' }])
  })

  it.each([
    ['a payload that is a text', 'TransactionEvent', 'x', 'FormatViolation'],
    [
      'a kind of event that is none',
      'TransactionEvent',
      event('Begun', 0, {}),
      'PropertyConstraintViolation',
    ],
    [
      'a time that is missing',
      'StatusNotification',
      { evseId: 1, connectorStatus: 'Available' },
      'OccurrenceConstraintViolation',
    ],
  ])('refuses %s', (_, action, payload, code) => {
    const { type, answer } = createOcppTrial('ocpp2.0.1').call(action, payload)
    expect([type, answer[0]]).toEqual([4, code])
  })

  it.each(['NotifyReport', 'NotifyEvent', 'SecurityEventNotification'])('acknowledges %s', (action) => {
    expect(createOcppTrial('ocpp2.0.1').call(action, {}).answer).toEqual([{}])
  })
})
