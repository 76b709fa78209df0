import type { Payload } from './ocpp-frame.ts'

/** Something to ask a station for, and what its answer means. */
export interface Request {
  action: string
  payload: Payload
  /** Null if it did what it was asked for, else the station's word for why not. */
  findRefusal(answer: Payload): string | null
}

/** How much a connector may draw. */
export interface Limit {
  /** The id of the profile, by which it can be replaced and cleared. */
  id: number
  /** 0 for the station as a whole. */
  place: number
  value: number
  unit: 'A' | 'W'
  /** In amperes: of how many phases. */
  phases: number
  stackLevel: number
  /** Of this session only; null for the ones to come, too. */
  transaction: string | null
  /** Epoch ms. */
  from: number
  /** Null: until it is replaced. */
  until: number | null
}

/** One version of the protocol: what its calls mean, and how the same things are asked for in it. */
export interface Dialect {
  /** The answer to a call; null for an action that it does not know. Throws a `Violation`. */
  answer(action: string, payload: Payload, now: number): Payload | null
  start(place: number, now: number): Request
  stop(transaction: string): Request
  limit(limit: Limit): Request
  clear(id: number): Request
  reset(): Request
  /** Asks for a message of these; `place` null for all of the station. */
  trigger(message: 'StatusNotification' | 'MeterValues', place: number | null): Request
  readSettings(names: readonly SettingKey[]): Request & { take(answer: Payload): Map<SettingKey, Setting> }
  changeSetting(name: SettingKey, value: string): Request
}

/** Settings of a station that we know, by the name in 1.6 and the component and variable of 2.0.1. */
export const stationSettings = {
  heartbeat_interval: ['HeartbeatInterval', 'OCPPCommCtrlr', 'HeartbeatInterval'],
  meter_interval: ['MeterValueSampleInterval', 'SampledDataCtrlr', 'TxUpdatedInterval'],
  measurands: ['MeterValuesSampledData', 'SampledDataCtrlr', 'TxUpdatedMeasurands'],
  rate_units: ['ChargingScheduleAllowedChargingRateUnit', 'SmartChargingCtrlr', 'RateUnit'],
  connection_timeout: ['ConnectionTimeOut', 'TxCtrlr', 'EVConnectionTimeOut'],
  local_pre_authorize: ['LocalPreAuthorize', 'AuthCtrlr', 'LocalPreAuthorize'],
  remote_needs_card: ['AuthorizeRemoteTxRequests', 'AuthCtrlr', 'AuthorizeRemoteStart'],
  offline_unknown_cards: ['AllowOfflineTxForUnknownId', 'AuthCtrlr', 'OfflineTxForUnknownIdEnabled'],
  stop_on_disconnect: ['StopTransactionOnEVSideDisconnect', 'TxCtrlr', 'StopTxOnEVSideDisconnect'],
} as const satisfies Record<string, readonly [string, string, string]>
export type SettingKey = keyof typeof stationSettings
export const settingKeys = Object.keys(stationSettings) as SettingKey[]

export interface Setting {
  value: string
  isReadOnly: boolean
}

export const isoOf = (ms: number) => new Date(ms).toISOString()

/** The status in an answer, if it is none of those that mean yes. */
export const refusalUnless =
  (...yes: string[]) =>
  ({ status }: Payload) =>
    typeof status === 'string' && yes.includes(status) ? null : String(status).slice(0, 40)
