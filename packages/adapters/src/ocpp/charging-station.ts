import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { KnownState } from '../adapter.ts'
import type { ChargingRecord, OpenCharging } from '../charging-record.ts'
import { calculateSession, doubtRegister, type Register } from './charging-meter.ts'
import { maskTag } from './mask-tag.ts'
import type { Measured } from './sampled-values.ts'
import { deviceOf, placeOf, type StationOutput } from './station-output.ts'

/** 0 free, 1 connected, 2 charging, 3 error; null if the station is out of service. */
export type EvStatus = 0 | 1 | 2 | 3 | null

interface Connector {
  /** Undefined until it was told. */
  status: EvStatus | undefined
  open: (OpenCharging & { tag: string | null }) | null
  /** The last one that was believed. */
  register: Register | null
  phases: Set<number>
}

export interface Beginning {
  transaction: string
  at: number
  registerWh: number | null
  tag: string | null
  /** Nobody told it: it is known by what came later. */
  isMissed?: boolean
}

/** The connectors of a station (of 2.0.1: its EVSEs) with the sessions on them, whatever version it speaks. */
export function createChargingStation(known: KnownState, output: StationOutput) {
  const { book, addSample, addCharging, leaveOut } = output
  const connectors = new Map<number, Connector>()
  let described: { model: string | null; serial: string | null } = { model: null, serial: null }
  let now = 0
  for (const open of known.charging) {
    const place = placeOf(open.device)
    // The newest first.
    if (place !== null && !connectors.has(place))
      connectors.set(place, { ...newConnector(), open: { ...open, tag: null } })
  }
  /** Ended ones whose last values may still be under way. */
  const ended = new Set<string>()

  function at(place: number): Connector {
    const known = connectors.get(place)
    if (known) return known
    const connector = newConnector()
    connectors.set(place, connector)
    describe(place)
    return connector
  }

  function describe(place: number): void {
    const { model, serial } = described
    book.declare(deviceOf(place), {
      ...{ category: 'EV_CHARGER', name: { kind: 'charger', number: place } },
      ...(model !== null && { model }),
      ...(serial !== null && { serial }),
    })
  }

  const mayBe = (ts: number) => ts <= now + linkLimits.aheadMs && ts >= now - linkLimits.oldestMs

  /** Whether the register of a connector can be true; what cannot casts doubt on its session. */
  function admitRegister(place: number, register: Register): boolean {
    const connector = at(place)
    const { open } = connector
    // Between sessions a register may begin anew: some stations count each session by itself.
    const found = doubtRegister(open ? connector.register : null, register)
    if (!found) {
      if (!connector.register || register.at >= connector.register.at) connector.register = register
      return true
    }
    leaveOut(`${deviceOf(place)}/energy_consumption was left out: ${found.text}`)
    if (open && open.doubt === null) {
      connector.open = { ...open, doubt: found.doubt }
      addCharging(asRecord(connector.open))
    }
    return false
  }

  function close(place: number, end: Ending, cause: 'end_missing' | null = null): void {
    const connector = at(place)
    const { open } = connector
    if (!open) return
    const start = { at: open.startedAt, wh: open.meterStartWh }
    const found = calculateSession(start, { at: end.at, wh: end.registerWh })
    const doubt = open.doubt ?? cause ?? (mayBe(end.at) ? found.doubt : 'bad_time')
    if (doubt !== null && open.doubt === null)
      leaveOut(`the energy of a session of ${deviceOf(place)} was left out: ${doubt}`)
    addCharging({
      ...asRecord(open),
      ...{ endedAt: Math.max(mayBe(end.at) ? end.at : now, open.startedAt), stopReason: end.reason, doubt },
      energyWh: doubt === null ? found.energyWh : null,
    })
    connector.open = null
    ended.add(open.transaction)
    if (ended.size > mostEnded) ended.delete(ended.values().next().value!)
  }

  return {
    /** The time of the message that is read. */
    setNow(arrivedAt: number): void {
      now = arrivedAt
    },
    places: () => [...connectors.keys()],
    /** Whether a command for this device is for this station. */
    has: (place: number) => connectors.has(place) || book.has(deviceOf(place)),
    openAt: (place: number) => connectors.get(place)?.open ?? null,
    findOpen(transaction: string): number | null {
      for (const [place, { open }] of connectors) if (open?.transaction === transaction) return place
      return null
    },
    hasEnded: (transaction: string) => ended.has(transaction),
    statusAt: (place: number) => connectors.get(place)?.status,
    /** How many phases carried current so far; 3 if that is unknown. */
    phasesAt: (place: number) => connectors.get(place)?.phases.size || 3,
    lastRegister: (place: number) => connectors.get(place)?.register?.wh ?? null,
    describe(about: typeof described): void {
      described = about
      for (const place of connectors.keys()) describe(place)
    },
    noteStatus(place: number, ts: number, status: EvStatus, fault: string | null): void {
      const connector = at(place)
      // After a restart it is not known whether a fault was told; that it is gone may be said twice.
      if ((status === 3) !== (connector.status === 3) || connector.status === undefined)
        output.addEvent({
          ...{ ts, type: 'ERROR', state: status === 3 ? 'raised' : 'cleared', device: deviceOf(place) },
          ...{ code: 'Faulted', text: fault },
        })
      connector.status = status
      addSample(place, ts, { ev_status: status })
    },
    /** What is known of states holds as long as the station lives and says nothing else. */
    repeatStates(ts: number): void {
      for (const [place, { status, open }] of connectors)
        if (status !== undefined)
          addSample(place, ts, { ev_status: status, ...(!open && status === 0 && { power: 0 }) })
    },
    measure(place: number, ts: number, { values, registerWh }: Measured): void {
      // The main meter of the station counts what its connectors count.
      if (place === 0) return
      const connector = at(place)
      for (const phase of [1, 2, 3]) if ((values[`current_l${phase}`] ?? 0) > 1) connector.phases.add(phase)
      const isAdmitted = registerWh !== null && admitRegister(place, { at: ts, wh: registerWh })
      const { open } = connector
      // A station that tells no register at the beginning tells it with its first values.
      if (isAdmitted && open && open.meterStartWh === null && open.doubt === null) {
        connector.open = { ...open, meterStartWh: registerWh }
        addCharging(asRecord(connector.open))
      }
      const used =
        isAdmitted && open && open.doubt === null ? registerWh - (open.meterStartWh ?? registerWh) : -1
      addSample(place, ts, {
        ...values,
        ...(isAdmitted && { energy_consumption: registerWh }),
        ...(used >= 0 && { session_energy: used }),
      })
    },
    begin(place: number, { transaction, at: ts, registerWh, tag, isMissed }: Beginning): void {
      const connector = at(place)
      if (connector.open?.transaction === transaction) return
      const last = connector.register
      if (connector.open) close(place, { at: last?.at ?? ts, registerWh: null, reason: null }, 'end_missing')
      const wrong = registerWh === null ? null : doubtRegister(null, { at: ts, wh: registerWh })
      const isRight = registerWh !== null && !wrong
      if (wrong) leaveOut(`${deviceOf(place)}/energy_consumption was left out: ${wrong.text}`)
      connector.register = isRight ? { at: ts, wh: registerWh } : null
      connector.open = {
        ...{ device: deviceOf(place), transaction, tag: maskTag(tag) },
        startedAt: mayBe(ts) ? ts : now,
        meterStartWh: wrong ? null : registerWh,
        doubt: mayBe(ts) ? (wrong?.doubt ?? (isMissed ? 'start_missing' : null)) : 'bad_time',
      }
      if (isRight) addSample(place, ts, { energy_consumption: registerWh, session_energy: 0 })
      addCharging(asRecord(connector.open))
    },
    end(place: number, end: Ending): void {
      const { registerWh } = end
      const isAdmitted = registerWh !== null && admitRegister(place, { at: end.at, wh: registerWh })
      close(place, end)
      // The contactor is open now; nobody would say so.
      addSample(place, end.at, { ...(isAdmitted && { energy_consumption: registerWh }), power: 0 })
    },
  }
}
export type ChargingStation = ReturnType<typeof createChargingStation>

interface Ending {
  at: number
  registerWh: number | null
  reason: string | null
}

const mostEnded = 20
const newConnector = (): Connector => ({ status: undefined, open: null, register: null, phases: new Set() })

const asRecord = (open: NonNullable<Connector['open']>): ChargingRecord => ({
  ...open,
  ...{ endedAt: null, energyWh: null, stopReason: null },
})
