import type { ChargingStation, EvStatus } from './charging-station.ts'
import {
  type Dialect,
  isoOf,
  type Limit,
  refusalUnless,
  type SettingKey,
  stationSettings,
} from './dialect.ts'
import { ownTag } from './mask-tag.ts'
import type { Payload } from './ocpp-frame.ts'
import {
  findObject,
  findText,
  getInteger,
  getObject,
  getText,
  getTime,
  readList,
  readPlace,
  Violation,
} from './read-payload.ts'
import { type Measured, readMeterValue } from './sampled-values.ts'
import type { StationOutput } from './station-output.ts'
import { createTransactionId } from './transaction-id.ts'

const statuses: Record<string, EvStatus> = {
  ...{ Available: 0, Reserved: 0, Occupied: 1, Faulted: 3, Unavailable: null },
}
const chargingStates: Record<string, EvStatus> = {
  ...{ Charging: 2, EVConnected: 1, SuspendedEV: 1, SuspendedEVSE: 1, Idle: 0 },
}
const heartbeatSeconds = 60
const accepted = { status: 'Accepted' }
const mostMeterValues = 1000

/** Messages that are only acknowledged. */
const noted = [
  'ClearedChargingLimit',
  'FirmwareStatusNotification',
  'LogStatusNotification',
  'NotifyChargingLimit',
  'NotifyCustomerInformation',
  'NotifyDisplayMessages',
  'NotifyEvent',
  'NotifyMonitoringReport',
  'NotifyReport',
  'ReportChargingProfiles',
  'ReservationStatusUpdate',
  'SecurityEventNotification',
]

export function createOcpp201(station: ChargingStation, output: StationOutput): Dialect {
  const handlers: Record<string, (payload: Payload, now: number) => Payload> = {
    BootNotification(payload, now) {
      const about = getObject(payload, 'chargingStation')
      const model = `${getText(about, 'vendorName')} ${getText(about, 'model')}`
      station.describe({ model, serial: findText(about, 'serialNumber') })
      output.setInfo({ softwareVersion: findText(about, 'firmwareVersion') })
      return { ...accepted, currentTime: isoOf(now), interval: heartbeatSeconds }
    },
    Heartbeat(_, now) {
      station.repeatStates(now)
      return { currentTime: isoOf(now) }
    },
    StatusNotification(payload) {
      const place = readPlace(getInteger(payload, 'evseId'))
      const status = getText(payload, 'connectorStatus', 50)
      const at = getTime(payload, 'timestamp')
      if (place === 0 || !Object.hasOwn(statuses, status)) return {}
      // That it charges is told by the transaction.
      const isCharging = status === 'Occupied' && station.openAt(place) && station.statusAt(place) === 2
      station.noteStatus(place, at, isCharging ? 2 : statuses[status]!, status)
      return {}
    },
    Authorize(payload) {
      getText(getObject(payload, 'idToken'), 'idToken')
      return { idTokenInfo: accepted }
    },
    MeterValues(payload) {
      const place = readPlace(getInteger(payload, 'evseId'))
      for (const { at, measured } of readMeterValues(payload)) station.measure(place, at, measured)
      return {}
    },
    TransactionEvent(payload) {
      readTransaction(payload)
      return findObject(payload, 'idToken') ? { idTokenInfo: accepted } : {}
    },
    DataTransfer: () => ({ status: 'UnknownVendorId' }),
  }

  function readTransaction(payload: Payload): void {
    const type = getText(payload, 'eventType', 20)
    const at = getTime(payload, 'timestamp')
    const info = getObject(payload, 'transactionInfo')
    const transaction = getText(info, 'transactionId', 64)
    const measured = readMeterValues(payload)
    const place = findPlace(payload, transaction)
    const token = findObject(payload, 'idToken')
    const first = measured.find((one) => one.measured.registerWh !== null)?.measured.registerWh ?? null
    const beginning = { transaction, at, registerWh: first, tag: token && findText(token, 'idToken') }
    if (type === 'Started') {
      if (!station.hasEnded(transaction)) station.begin(place, beginning)
    } else if (type === 'Updated') {
      if (station.findOpen(transaction) === null && !station.hasEnded(transaction))
        station.begin(place, { ...beginning, isMissed: true })
    } else if (type !== 'Ended')
      throw new Violation('PropertyConstraintViolation', 'eventType is not one of the protocol')
    for (const one of measured) station.measure(place, one.at, one.measured)
    const state = findText(info, 'chargingState', 50)
    if (type === 'Ended')
      readEnd(place, { transaction, at, reason: findText(info, 'stoppedReason', 50) }, measured)
    else if (state !== null && Object.hasOwn(chargingStates, state))
      station.noteStatus(place, at, chargingStates[state]!, null)
  }

  function readEnd(
    place: number,
    { transaction, at, reason }: { transaction: string; at: number; reason: string | null },
    measured: readonly Instant[],
  ): void {
    if (station.findOpen(transaction) === null) {
      if (!station.hasEnded(transaction))
        output.leaveOut('the end of a transaction whose beginning is unknown', 'bad_value')
      return
    }
    const last = measured.findLast((one) => one.measured.registerWh !== null)?.measured.registerWh
    station.end(place, { at, registerWh: last ?? station.lastRegister(place), reason })
    // The car is still there until the connector says that it is free.
    if (station.statusAt(place) === 2) station.noteStatus(place, at, 1, null)
  }

  /** Only the first message of a transaction has to name its place. */
  function findPlace(payload: Payload, transaction: string): number {
    const evse = findObject(payload, 'evse')
    const place = evse ? readPlace(getInteger(evse, 'id')) : 0
    return place > 0 ? place : (station.findOpen(transaction) ?? station.places()[0] ?? 1)
  }

  const variableOf = (name: SettingKey) => ({
    component: { name: stationSettings[name][1] },
    variable: { name: stationSettings[name][2] },
  })
  return {
    answer(action, payload, now) {
      if (noted.includes(action)) return {}
      return Object.hasOwn(handlers, action) ? handlers[action]!(payload, now) : null
    },
    start: (place, now) => ({
      action: 'RequestStartTransaction',
      payload: {
        ...{ evseId: place, remoteStartId: createTransactionId([place, now]) },
        idToken: { idToken: ownTag, type: 'Central' },
      },
      findRefusal: refusalUnless('Accepted'),
    }),
    stop: (transactionId) => ({
      ...{ action: 'RequestStopTransaction', payload: { transactionId } },
      findRefusal: refusalUnless('Accepted'),
    }),
    limit: (limit) => ({
      action: 'SetChargingProfile',
      payload: { evseId: limit.place, chargingProfile: toProfile(limit) },
      findRefusal: refusalUnless('Accepted'),
    }),
    clear: (id) => ({
      ...{ action: 'ClearChargingProfile', payload: { chargingProfileId: id } },
      // Unknown: it has ended by itself.
      findRefusal: refusalUnless('Accepted', 'Unknown'),
    }),
    reset: () => ({
      ...{ action: 'Reset', payload: { type: 'OnIdle' } },
      findRefusal: refusalUnless('Accepted', 'Scheduled'),
    }),
    trigger: (message, place) => ({
      action: 'TriggerMessage',
      payload: {
        requestedMessage: message,
        evse: { id: place ?? 1, ...(message === 'StatusNotification' && { connectorId: 1 }) },
      },
      findRefusal: refusalUnless('Accepted'),
    }),
    readSettings: (names) => ({
      ...{ action: 'GetVariables', payload: { getVariableData: names.map(variableOf) } },
      findRefusal: () => null,
      take: (answer) =>
        new Map(
          readList(answer, 'getVariableResult', 500).flatMap((item) => {
            const [component, variable] = [findObject(item, 'component'), findObject(item, 'variable')]
            const value = findText(item, 'attributeValue', 2500)
            const name = names.find(
              (one) =>
                stationSettings[one][1] === component?.name && stationSettings[one][2] === variable?.name,
            )
            return name && value !== null ? [[name, { value, isReadOnly: false }] as const] : []
          }),
        ),
    }),
    changeSetting: (name, value) => ({
      action: 'SetVariables',
      payload: { setVariableData: [{ ...variableOf(name), attributeValue: value }] },
      findRefusal: (answer) => {
        const [result] = readList(answer, 'setVariableResult', 10)
        return refusalUnless('Accepted', 'RebootRequired')({ status: result?.attributeStatus })
      },
    }),
  }
}

interface Instant {
  at: number
  measured: Measured
}

const readMeterValues = (payload: Payload): Instant[] =>
  readList(payload, 'meterValue', mostMeterValues).map((meterValue) => ({
    at: getTime(meterValue, 'timestamp'),
    measured: readMeterValue(meterValue),
  }))

function toProfile({ id, place, value, unit, phases, stackLevel, transaction, from, until }: Limit): Payload {
  return {
    ...{ id, stackLevel, chargingProfileKind: 'Absolute' },
    chargingProfilePurpose:
      place === 0 ? 'ChargingStationMaxProfile' : transaction === null ? 'TxDefaultProfile' : 'TxProfile',
    ...(transaction !== null && { transactionId: transaction }),
    ...(until !== null && { validFrom: isoOf(from), validTo: isoOf(until) }),
    chargingSchedule: [
      {
        ...{ id, startSchedule: isoOf(from), chargingRateUnit: unit },
        ...(until !== null && { duration: Math.ceil((until - from) / 1000) }),
        chargingSchedulePeriod: [
          { startPeriod: 0, limit: value, ...(unit === 'A' && { numberPhases: phases }) },
        ],
      },
    ],
  }
}
