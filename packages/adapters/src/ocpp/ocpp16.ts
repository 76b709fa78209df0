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
  findInteger,
  findText,
  findTime,
  getInteger,
  getText,
  getTime,
  readList,
  readPlace,
} from './read-payload.ts'
import { readMeterValue } from './sampled-values.ts'
import type { StationOutput } from './station-output.ts'
import { createTransactionId } from './transaction-id.ts'

const statuses: Record<string, EvStatus> = {
  ...{ Available: 0, Reserved: 0, Preparing: 1, SuspendedEV: 1, SuspendedEVSE: 1, Finishing: 1 },
  ...{ Charging: 2, Faulted: 3, Unavailable: null },
}
const heartbeatSeconds = 60
const accepted = { status: 'Accepted' }
const mostMeterValues = 1000

/** Messages that are only acknowledged. */
const noted = [
  'FirmwareStatusNotification',
  'DiagnosticsStatusNotification',
  'LogStatusNotification',
  'SecurityEventNotification',
  'SignedFirmwareStatusNotification',
]

export function createOcpp16(station: ChargingStation, output: StationOutput): Dialect {
  const handlers: Record<string, (payload: Payload, now: number) => Payload> = {
    BootNotification(payload, now) {
      const vendor = getText(payload, 'chargePointVendor')
      const model = getText(payload, 'chargePointModel')
      const serial =
        findText(payload, 'chargePointSerialNumber') ?? findText(payload, 'chargeBoxSerialNumber')
      station.describe({ model: `${vendor} ${model}`, serial })
      output.setInfo({ softwareVersion: findText(payload, 'firmwareVersion') })
      return { ...accepted, currentTime: isoOf(now), interval: heartbeatSeconds }
    },
    Heartbeat(_, now) {
      station.repeatStates(now)
      return { currentTime: isoOf(now) }
    },
    StatusNotification(payload, now) {
      const place = readPlace(getInteger(payload, 'connectorId'))
      const status = getText(payload, 'status', 50)
      const fault = [getText(payload, 'errorCode', 50), findText(payload, 'info')].filter(Boolean).join(': ')
      const at = findTime(payload, 'timestamp') ?? now
      if (place > 0 && Object.hasOwn(statuses, status))
        station.noteStatus(place, at, statuses[status]!, fault)
      return {}
    },
    Authorize(payload) {
      getText(payload, 'idTag')
      return { idTagInfo: accepted }
    },
    StartTransaction(payload) {
      const place = readPlace(getInteger(payload, 'connectorId'))
      const [tag, registerWh] = [getText(payload, 'idTag'), getInteger(payload, 'meterStart')]
      const at = getTime(payload, 'timestamp')
      const transactionId = createTransactionId([place, getText(payload, 'timestamp'), registerWh, tag])
      station.begin(place, { transaction: String(transactionId), at, registerWh, tag })
      return { transactionId, idTagInfo: accepted }
    },
    MeterValues(payload) {
      const place = readPlace(getInteger(payload, 'connectorId'))
      readMeterValues(place, findInteger(payload, 'transactionId'), payload, 'meterValue')
      return {}
    },
    StopTransaction(payload) {
      const transaction = String(getInteger(payload, 'transactionId'))
      const end = { at: getTime(payload, 'timestamp'), registerWh: getInteger(payload, 'meterStop') }
      const reason = findText(payload, 'reason', 50) ?? 'Local'
      const place = station.findOpen(transaction)
      if (place !== null) {
        readMeterValues(place, null, payload, 'transactionData')
        station.end(place, { ...end, reason })
      } else if (!station.hasEnded(transaction))
        output.leaveOut(`the end of transaction ${transaction}, whose beginning is unknown`, 'bad_value')
      return { idTagInfo: accepted }
    },
    DataTransfer: () => ({ status: 'UnknownVendorId' }),
  }

  function readMeterValues(place: number, transaction: number | null, payload: Payload, list: string): void {
    for (const meterValue of readList(payload, list, mostMeterValues)) {
      const at = getTime(meterValue, 'timestamp')
      const measured = readMeterValue(meterValue)
      // It goes on since before it was connected with us.
      if (place > 0 && transaction !== null && transaction > 0 && !station.openAt(place)) {
        const missed = { transaction: String(transaction), at, registerWh: measured.registerWh, tag: null }
        if (!station.hasEnded(missed.transaction)) station.begin(place, { ...missed, isMissed: true })
      }
      station.measure(place, at, measured)
    }
  }

  const keyOf = (name: SettingKey) => stationSettings[name][0]
  return {
    answer(action, payload, now) {
      if (noted.includes(action)) return {}
      return Object.hasOwn(handlers, action) ? handlers[action]!(payload, now) : null
    },
    start: (place) => ({
      ...{ action: 'RemoteStartTransaction', payload: { connectorId: place, idTag: ownTag } },
      findRefusal: refusalUnless('Accepted'),
    }),
    stop: (transaction) => ({
      ...{ action: 'RemoteStopTransaction', payload: { transactionId: Number(transaction) } },
      findRefusal: refusalUnless('Accepted'),
    }),
    limit: (limit) => ({
      action: 'SetChargingProfile',
      payload: { connectorId: limit.place, csChargingProfiles: toProfile(limit) },
      findRefusal: refusalUnless('Accepted'),
    }),
    clear: (id) => ({
      ...{ action: 'ClearChargingProfile', payload: { id } },
      // Unknown: it has ended by itself.
      findRefusal: refusalUnless('Accepted', 'Unknown'),
    }),
    reset: () => ({ action: 'Reset', payload: { type: 'Soft' }, findRefusal: refusalUnless('Accepted') }),
    trigger: (message, place) => ({
      action: 'TriggerMessage',
      payload: { requestedMessage: message, ...(place !== null && { connectorId: place }) },
      findRefusal: refusalUnless('Accepted'),
    }),
    readSettings: (names) => ({
      ...{ action: 'GetConfiguration', payload: { key: names.map(keyOf) } },
      findRefusal: () => null,
      take: (answer) =>
        new Map(
          readList(answer, 'configurationKey', 500).flatMap((item) => {
            const name = names.find((one) => keyOf(one) === item.key)
            const value = findText(item, 'value', 1000)
            return name && value !== null
              ? [[name, { value, isReadOnly: item.readonly === true }] as const]
              : []
          }),
        ),
    }),
    changeSetting: (name, value) => ({
      ...{ action: 'ChangeConfiguration', payload: { key: keyOf(name), value } },
      findRefusal: refusalUnless('Accepted', 'RebootRequired'),
    }),
  }
}

function toProfile({ id, place, value, unit, phases, stackLevel, transaction, from, until }: Limit): Payload {
  return {
    ...{ chargingProfileId: id, stackLevel, chargingProfileKind: 'Absolute' },
    chargingProfilePurpose:
      place === 0 ? 'ChargePointMaxProfile' : transaction === null ? 'TxDefaultProfile' : 'TxProfile',
    ...(transaction !== null && { transactionId: Number(transaction) }),
    ...(until !== null && { validFrom: isoOf(from), validTo: isoOf(until) }),
    chargingSchedule: {
      ...{ startSchedule: isoOf(from), chargingRateUnit: unit },
      ...(until !== null && { duration: Math.ceil((until - from) / 1000) }),
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: value, ...(unit === 'A' && { numberPhases: phases }) },
      ],
    },
  }
}
