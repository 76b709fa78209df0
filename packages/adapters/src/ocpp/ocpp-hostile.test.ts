import { namePattern } from '@ohmstead/contract/read-message'
import { findMetric, parseMetricKey } from '@ohmstead/domain/telemetry/metrics'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OcppVersion } from './ocpp-frame.ts'
import { at, createOcppTrial } from './ocpp-trial.ts'

const odd = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    '7',
    'NaN',
    -1,
    0,
    1,
    2,
    1e12,
    1e300,
    '__proto__',
    at(0),
    at(60),
    '<script>',
  ),
  fc.constantFrom('Energy.Active.Import.Register', 'L1', 'kWh', 'Started', 'Ended', 'Charging', 'Accepted'),
)
const names = fc.constantFrom(
  ...['connectorId', 'evseId', 'status', 'connectorStatus', 'errorCode', 'timestamp', 'idTag', 'meterStart'],
  ...[
    'transactionId',
    'meterStop',
    'meterValue',
    'sampledValue',
    'value',
    'measurand',
    'phase',
    'unit',
    'evse',
    'id',
  ],
  ...[
    'eventType',
    'transactionInfo',
    'chargingState',
    'configurationKey',
    'key',
    'unitOfMeasure',
    '__proto__',
  ],
)
const { payload } = fc.letrec<{ payload: unknown; value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, odd, tie('payload'), fc.array(tie('payload'), { maxLength: 3 })),
  payload: fc.dictionary(names, tie('value'), { maxKeys: 8 }),
}))
const actions = fc.constantFrom(
  ...['BootNotification', 'Heartbeat', 'StatusNotification', 'StartTransaction', 'StopTransaction'],
  ...['MeterValues', 'TransactionEvent', 'Authorize', 'DataTransfer', 'toString'],
)
const frame = fc.oneof(
  fc.tuple(fc.constant(2), fc.string({ maxLength: 40 }), actions, payload),
  fc.tuple(fc.constant(3), fc.string({ maxLength: 40 }), payload),
  fc.anything(),
)

describe.each<OcppVersion>(['ocpp1.6', 'ocpp2.0.1'])('whatever a station of %s sends', (version) => {
  it('is read without an error, to values of known metrics', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 8 }), (frames) => {
        const station = createOcppTrial(version)
        for (const [second, sent] of frames.entries()) {
          const { samples, charging } = station.raw(JSON.stringify(sent) ?? 'undefined', second * 10)
          for (const key of (samples ?? []).flatMap(({ values }) => Object.keys(values))) {
            const { device, metric } = parseMetricKey(key)!
            if (!namePattern.test(device) || !findMetric(metric)) return false
          }
          if (
            (charging ?? []).some(
              ({ energyWh, doubt }) => energyWh !== null && (doubt !== null || energyWh < 0),
            )
          )
            return false
        }
        return true
      }),
      { numRuns: 50, verbose: 0 },
    )
  })

  it('takes a bounded amount of memory', () => {
    const station = createOcppTrial(version)
    for (let number = 0; number < 200; number++) {
      const status = { evseId: number, connectorId: number, errorCode: 'X', status: 'Available' }
      station.call('StatusNotification', { ...status, connectorStatus: 'Available', timestamp: at(0) })
    }
    expect(station.devices().length).toBeLessThanOrEqual(20)
  })
})
