import { describe, expect, it } from 'vitest'
import { at, createOcppTrial, startedAt } from './ocpp-trial.ts'

const energy = (value: string, more: object = {}) => ({ value, ...more })
const meterValues = (seconds: number, ...sampledValue: object[]) => ({
  ...{ connectorId: 1, meterValue: [{ timestamp: at(seconds), sampledValue }] },
})
const begin = { connectorId: 1, idTag: '04A2B3C4D5', meterStart: 120_000, timestamp: at(0) }

function charging() {
  const station = createOcppTrial('ocpp1.6')
  const { answer } = station.call('StartTransaction', begin)
  const { transactionId } = answer[0] as { transactionId: number }
  return { station, transactionId }
}

describe('OCPP 1.6', () => {
  it('accepts a station, and describes its connectors with model, serial and firmware', () => {
    const station = createOcppTrial('ocpp1.6')
    const boot = {
      chargePointVendor: 'Etrel',
      chargePointModel: 'INCH',
      chargePointSerialNumber: '77',
      firmwareVersion: '4.2',
    }
    const { answer, info } = station.call('BootNotification', boot)
    expect(answer).toEqual([{ status: 'Accepted', currentTime: at(0), interval: 60 }])
    expect(info).toEqual({ softwareVersion: '4.2' })
    station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
    expect(station.device('ev1')).toMatchObject({
      category: 'EV_CHARGER',
      name: 'Charger 1',
      model: 'Etrel INCH',
      serial: '77',
    })
  })

  it.each([
    ['Available', 0],
    ['Preparing', 1],
    ['SuspendedEVSE', 1],
    ['Finishing', 1],
    ['Charging', 2],
    ['Faulted', 3],
    ['Unavailable', null],
  ])('takes the status %s for %s', (status, value) => {
    const station = createOcppTrial('ocpp1.6')
    station.call('StatusNotification', { connectorId: 2, errorCode: 'NoError', status, timestamp: at(-5) })
    expect(station.values()).toEqual({ 'ev2/ev_status': value })
  })

  it('raises a fault and clears it', () => {
    const station = createOcppTrial('ocpp1.6')
    const tell = (status: string, errorCode: string) =>
      station.call('StatusNotification', { connectorId: 1, errorCode, status }).events
    expect(tell('Faulted', 'GroundFailure')).toMatchObject([
      { state: 'raised', device: 'ev1', text: 'GroundFailure' },
    ])
    expect(tell('Faulted', 'GroundFailure')).toBeUndefined()
    expect(tell('Available', 'NoError')).toMatchObject([{ state: 'cleared', device: 'ev1' }])
  })

  it('reads measured values in their units, with phases, and at their own time', () => {
    const { station } = charging()
    const { samples, isTimed } = station.call(
      'MeterValues',
      meterValues(
        60,
        // The first of two registers would count.
        energy('9000', { format: 'SignedData' }),
        energy('120.5', { unit: 'kWh' }),
        energy('7.36', { measurand: 'Power.Active.Import', unit: 'kW' }),
        ...[1, 2, 3].map((n) => energy('16.1', { measurand: 'Current.Import', phase: `L${n}` })),
        energy('231.4', { measurand: 'Voltage', phase: 'L1-N' }),
        energy('400', { measurand: 'Voltage', phase: 'L1-L2' }),
        energy('55', { measurand: 'SoC', location: 'EV', unit: 'Percent' }),
        energy('31', { measurand: 'Temperature', unit: 'Celsius' }),
      ),
      62,
    )
    expect(isTimed).toBe(true)
    expect(samples).toEqual([
      {
        ts: startedAt + 60_000,
        values: {
          'ev1/energy_consumption': 120_500,
          'ev1/session_energy': 500,
          'ev1/power': 7360,
          ...{ 'ev1/current_l1': 16.1, 'ev1/current_l2': 16.1, 'ev1/current_l3': 16.1 },
          'ev1/voltage_l1': 231.4,
          'ev1/soc': 55,
        },
      },
    ])
  })

  it('adds up phases where a station tells no total, and leaves out its main meter', () => {
    const station = createOcppTrial('ocpp1.6')
    const phases = ['L1', 'L2', 'L3'].map((phase) =>
      energy('2300.1', { measurand: 'Power.Active.Import', phase }),
    )
    station.call('MeterValues', meterValues(0, ...phases))
    expect(station.values()['ev1/power']).toBe(6900.3)
    const main = { ...meterValues(0, energy('9')), connectorId: 0 }
    expect(station.call('MeterValues', main).samples).toBeUndefined()
  })

  it('counts what a car gives back as negative', () => {
    const { station } = charging()
    const back = energy('4', { measurand: 'Power.Active.Export', unit: 'kW' })
    station.call(
      'MeterValues',
      meterValues(0, energy('0.5', { measurand: 'Power.Active.Import', unit: 'kW' }), back),
    )
    expect(station.values()['ev1/power']).toBe(-3500)
  })

  it('keeps a session from its beginning to its end, with its energy and the end of the card alone', () => {
    const { station, transactionId } = charging()
    const stop = { transactionId, meterStop: 127_500, timestamp: at(3600), reason: 'EVDisconnected' }
    const { charging: records, answer, samples } = station.call('StopTransaction', stop, 3600)
    expect(answer).toEqual([{ idTagInfo: { status: 'Accepted' } }])
    expect(records).toEqual([
      {
        ...{ device: 'ev1', transaction: String(transactionId), startedAt, meterStartWh: 120_000 },
        ...{ endedAt: startedAt + 3_600_000, energyWh: 7500, tag: '…C4D5', doubt: null },
        stopReason: 'EVDisconnected',
      },
    ])
    expect(samples?.at(-1)?.values).toEqual({ 'ev1/energy_consumption': 127_500, 'ev1/power': 0 })
  })

  it('gives a repeated beginning the same number, also after a restart, and another one another', () => {
    const first = charging().transactionId
    expect(charging().transactionId).toBe(first)
    const other = createOcppTrial('ocpp1.6').call('StartTransaction', { ...begin, meterStart: 120_001 })
    expect(other.answer).not.toMatchObject([{ transactionId: first }])
  })

  it('goes on with a session after a restart', () => {
    const known = { device: 'ev1', transaction: '77', startedAt, meterStartWh: 1000, doubt: null }
    const station = createOcppTrial('ocpp1.6', { charging: [known] })
    station.call('MeterValues', meterValues(600, energy('2500')), 600)
    expect(station.values()['ev1/session_energy']).toBe(1500)
    const stop = { transactionId: 77, meterStop: 4000, timestamp: at(3600) }
    expect(station.call('StopTransaction', stop, 3600).charging).toMatchObject([
      { energyWh: 3000, doubt: null },
    ])
  })

  it('stores what was buffered without a connection at its own time', () => {
    const station = createOcppTrial('ocpp1.6')
    const { charging: records } = station.call('StartTransaction', begin, 86_400)
    expect(records).toMatchObject([{ startedAt, doubt: null }])
  })

  it('answers a repeated call alike, and does nothing twice', () => {
    const station = createOcppTrial('ocpp1.6')
    const first = station.call('StartTransaction', begin, 0, 'same')
    const again = station.call('StartTransaction', begin, 1, 'same')
    expect(again.answer).toEqual(first.answer)
    expect(again.samples).toBeUndefined()
  })

  it('closes a session that never ended when the next one begins, without its energy', () => {
    const { station } = charging()
    const next = { ...begin, meterStart: 130_000, timestamp: at(7200) }
    expect(station.call('StartTransaction', next, 7200).charging).toMatchObject([
      { doubt: 'end_missing', energyWh: null, endedAt: startedAt },
      { doubt: null, endedAt: null, startedAt: startedAt + 7_200_000 },
    ])
  })

  it('says states again at every sign of life, so that a free charger does not look dead', () => {
    const station = createOcppTrial('ocpp1.6')
    station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
    const { samples, isTimed } = station.call('Heartbeat', {}, 60)
    expect(samples).toEqual([{ ts: startedAt + 60_000, values: { 'ev1/ev_status': 0, 'ev1/power': 0 } }])
    expect(isTimed).toBeUndefined()
  })

  it.each([
    ['an action that it does not know', 'Teleport', {}, 'NotImplemented'],
    ['the name of a property of every object', 'constructor', {}, 'NotImplemented'],
    ['a field that is missing', 'StartTransaction', { connectorId: 1 }, 'OccurenceConstraintViolation'],
    ['a number as text', 'StartTransaction', { ...begin, meterStart: '5' }, 'TypeConstraintViolation'],
    [
      'a time that is none',
      'StartTransaction',
      { ...begin, timestamp: 'now' },
      'PropertyConstraintViolation',
    ],
    [
      'a hundred connectors',
      'StartTransaction',
      { ...begin, connectorId: 100 },
      'PropertyConstraintViolation',
    ],
    ['a payload that is a list', 'Heartbeat', [], 'FormationViolation'],
  ])('refuses %s', (_, action, payload, code) => {
    const { type, answer, samples } = createOcppTrial('ocpp1.6').call(action, payload)
    expect([type, answer[0]]).toEqual([4, code])
    expect(samples).toBeUndefined()
  })

  it('counts a frame that cannot be answered', () => {
    const station = createOcppTrial('ocpp1.6')
    for (const frame of ['', 'NaN', '{}', '[]', '[2]', '[2,7,"Heartbeat",{}]', '['.repeat(50_000)])
      expect(station.raw(frame, 0).leftOut).toMatchObject([{ reason: 'malformed' }])
  })
})

describe('a station that lies about its meter', () => {
  it('has no energy where the end is below the beginning', () => {
    const { station, transactionId } = charging()
    const stop = { transactionId, meterStop: 100, timestamp: at(3600) }
    const { charging: records, leftOut, samples } = station.call('StopTransaction', stop, 3600)
    expect(records?.at(-1)).toMatchObject({ energyWh: null, doubt: 'meter_fell' })
    expect(leftOut).toMatchObject([{ reason: 'implausible' }])
    expect(samples?.at(-1)?.values).toEqual({ 'ev1/power': 0 })
  })

  it.each([
    ['falls', '110000', 'meter_fell'],
    ['jumps by a terawatt-hour', '1000000120000', 'too_fast'],
    ['is negative', '-5', 'bad_meter'],
  ])('is not believed when its register %s during a session', (_, value, doubt) => {
    const { station, transactionId } = charging()
    const {
      samples,
      leftOut,
      charging: records,
    } = station.call('MeterValues', meterValues(60, energy(value)), 60)
    expect(samples).toBeUndefined()
    expect(leftOut).toMatchObject([{ reason: 'implausible' }])
    expect(records).toMatchObject([{ doubt, endedAt: null }])
    // What it says next is a register again, and nothing of a session that nobody can count.
    station.call('MeterValues', meterValues(120, energy('120900')), 120)
    expect(station.values()).toMatchObject({ 'ev1/energy_consumption': 120_900, 'ev1/session_energy': 0 })
    const stop = { transactionId, meterStop: 121_000, timestamp: at(3600) }
    const end = station.call('StopTransaction', stop, 3600)
    expect(end.charging).toMatchObject([{ doubt, energyWh: null, endedAt: startedAt + 3_600_000 }])
    expect(end.samples?.at(-1)?.values).toMatchObject({ 'ev1/energy_consumption': 121_000 })
  })

  it('has no energy where it begins below zero, or in another century', () => {
    const doubtOf = (more: object) =>
      createOcppTrial('ocpp1.6').call('StartTransaction', { ...begin, ...more }).charging?.[0]
    expect(doubtOf({ meterStart: -1 })).toMatchObject({ doubt: 'bad_meter', meterStartWh: null })
    expect(doubtOf({ timestamp: '1970-01-01T00:00:00Z' })).toMatchObject({ doubt: 'bad_time', startedAt })
    expect(doubtOf({ timestamp: '2099-01-01T00:00:00Z' })).toMatchObject({ doubt: 'bad_time', startedAt })
  })
})
