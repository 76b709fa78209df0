// Messages between the server of the demo cloud and its process of controllers.

export interface DemoController {
  serial: string
  /** Its history is part of this company's job. */
  companyId: number
  /** Somebody cancelled that job earlier; the missing part of the history stays missing. */
  isHistoryCancelled: boolean
  mqttPassword: string
  httpToken: string
  /** A controller with a plant, or only a P1 meter that posts telegrams. */
  kind: 'CONTROLLER' | 'P1_WIFI'
  plantKind: string
  loadScale: number
  seed: number
  weatherSeed: number
  latitude: number
  longitude: number
  timeZone: string
  /** Distance of two samples of history, seconds. */
  stepSeconds: number
  events: readonly DemoEvent[]
  /** From when on the readings of the operator's meter at the same connection are wanted, a local midnight; null: none. */
  officialSince: number | null
}

/** A fault at a demo controller, `minutesAgo` at its first start, and perhaps its end. */
export interface DemoEvent {
  id: string
  type: 'ERROR_COMMUNICATION' | 'ERROR' | 'OFF_GRID'
  device: string | null
  code: string
  text: string
  minutesAgo: number
  clearedMinutesAgo: number | null
}

/** The first message of the server. The past is fixed at the first start, so that a restart continues it. */
export interface DemoFleet {
  mqttUrl: string
  httpUrl: string
  /** Where the controllers keep their persistent state. */
  directory: string
  historyDays: number
  controllers: readonly DemoController[]
}

export type DemoFleetCommand =
  | { type: 'start'; fleet: DemoFleet }
  | { type: 'cancelHistory'; companyId: number }
  | { type: 'stop' }

/** What the operator's meter counted by the quarter-hour, Wh. */
export interface OfficialMeter {
  /** Start of the first quarter-hour. */
  fromMs: number
  importWh: number[]
  exportWh: number[]
}

/** `done` and `total` count the days of history of all controllers of a company. */
export type DemoFleetReport =
  | {
      type: 'history'
      companyId: number
      done: number
      total: number
      state: 'running' | 'done' | 'cancelled'
    }
  | ({ type: 'officialMeter'; serial: string } & OfficialMeter)
  | { type: 'log'; serial: string; text: string }
