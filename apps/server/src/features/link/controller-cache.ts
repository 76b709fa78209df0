import type { TimedCorrection } from '@ohmstead/domain/fleet/device-correction'
import { type ClockWatch, unwatchedClock } from '@ohmstead/domain/telemetry/clock-watch'
import { findPowerLimit } from '@ohmstead/domain/telemetry/plausible-value'
import type { Db } from '../../platform/db/db.ts'
import { gather } from '../../platform/gather.ts'
import type { IngestDevice } from '../telemetry/controller-readings.ts'
import { findControllersBySerial, findDevicesOfControllers } from './link-queries.ts'

/** The reporting behaviour of a device; learned from live readings, written back occasionally. */
export interface DevicePace {
  readonly deviceId: number
  newestAt: number | null
  periodSeconds: number | null
  isDirty: boolean
}

/** What the link needs of a controller for every message. */
export interface KnownController {
  readonly id: number
  readonly serial: string
  /** It speaks through an adapter, and knows none of our commands itself. */
  readonly isForeign: boolean
  readonly locationId: number | null
  /** Has had a location before: what it sends without one is kept for nobody. */
  readonly isReleased: boolean
  /** By the controller's own name of the device; no prototype, since the names are untrusted. */
  readonly devices: Record<string, IngestDevice>
  /** What a device carries at most (W), by the controller's own name, if its inventory says so. */
  readonly powerLimits: Map<string, number | null>
  /** Of devices that are or were connected the wrong way round, by the controller's own name. */
  readonly corrections: Map<string, TimedCorrection>
  readonly paces: Map<string, DevicePace>
  isOnline: boolean
  /** Metrics seen so far, as `<source device>/<metric>`; bounded. */
  readonly keys: Set<string>
  readonly gridModes: Map<string, unknown>
  periodSeconds: number | null
  lastArrivalAt: number | null
  /** The clock that stamps its readings; its verdict is the database's, since another process may have judged it. */
  clock: ClockWatch
}

const freshMs = 60_000

// Of one read.
const mostAtOnce = 500
// Half of what who connects waits: readings wait for it.
const lingerMs = 25

/** Controllers by serial, read in batches and cached for a minute or until a change notice. */
export function createControllerCache(db: Db, clock: { now(): number }) {
  const known = new Map<string, { controller: KnownController | null; loadedAt: number }>()
  /** Being read; what changed meanwhile counts for those who wait, and is read again for later ones. */
  const loading = new Map<string, { isStale: boolean; done: Promise<void> }>()
  const read = gather(mostAtOnce, readAll, lingerMs)

  function load(serial: string): Promise<void> {
    const before = loading.get(serial)
    if (before && !before.isStale) return before.done
    const own = { isStale: false, done: run() }
    loading.set(serial, own)
    async function run(): Promise<void> {
      try {
        const rows = await read(serial)
        const previous = known.get(serial)?.controller ?? null
        const controller =
          rows && rows.row.revoked_at === null ? toKnown(rows.row, rows.devices, previous) : null
        known.set(serial, { controller, loadedAt: own.isStale ? Number.NEGATIVE_INFINITY : clock.now() })
      } finally {
        if (loading.get(serial) === own) loading.delete(serial)
      }
    }
    return own.done
  }

  async function readAll(serials: readonly string[]) {
    const rows = await findControllersBySerial(db, serials)
    const linked = rows.filter((row) => row.location_id !== null).map((row) => row.id)
    const devices = linked.length > 0 ? await findDevicesOfControllers(db, linked) : []
    const found = new Map(rows.map((row) => [row.unit_id, row]))
    const devicesOf = Map.groupBy(devices, (device) => device.controller_id)
    return serials.map((serial) => {
      const row = found.get(serial)
      const own = row && devicesOf.get(row.id)?.filter((device) => device.location_id === row.location_id)
      return row ? { row, devices: own ?? [] } : null
    })
  }

  return {
    /** The controllers of these serials; unknown and revoked ones are omitted. */
    async get(serials: Iterable<string>): Promise<Map<string, KnownController>> {
      const oldest = clock.now() - freshMs
      const wanted = [...new Set(serials)]
      await Promise.all(
        wanted
          .filter((serial) => (known.get(serial)?.loadedAt ?? Number.NEGATIVE_INFINITY) < oldest)
          .map(load),
      )
      return new Map(
        wanted.flatMap((serial) => {
          const controller = known.get(serial)?.controller
          return controller ? [[serial, controller] as const] : []
        }),
      )
    },
    /** The cached state, without a query; for what has just been handled. */
    peek: (serial: string): KnownController | null => known.get(serial)?.controller ?? null,
    changed(serial: string): void {
      const entry = known.get(serial)
      if (entry) entry.loadedAt = Number.NEGATIVE_INFINITY
      const read = loading.get(serial)
      if (read) read.isStale = true
    },
    all: (): KnownController[] => [...known.values()].flatMap(({ controller }) => controller ?? []),
  }
}

type ControllerRow = Awaited<ReturnType<typeof findControllersBySerial>>[number]
type DeviceRow = Awaited<ReturnType<typeof findDevicesOfControllers>>[number]

/** Facts learned since the rows were read are kept. */
function toKnown(row: ControllerRow, rows: DeviceRow[], previous: KnownController | null): KnownController {
  const isSame = previous !== null && previous.locationId === row.location_id
  const devices: Record<string, IngestDevice> = Object.create(null)
  const paces = new Map<string, DevicePace>()
  const powerLimits = new Map<string, number | null>()
  const corrections = new Map<string, TimedCorrection>()
  for (const device of rows) {
    const { id, source_key, key, category, metrics, params, newest_at, period_seconds } = device
    const { is_reversed: isReversed, phase_order: phaseOrder, reversals } = device
    if (isReversed || phaseOrder !== '123' || reversals.length > 0)
      corrections.set(source_key, { isReversed, phaseOrder, reversals })
    devices[source_key] = { key, category, metrics }
    powerLimits.set(source_key, findPowerLimit(params))
    const learned = isSame ? previous.paces.get(source_key) : undefined
    paces.set(
      source_key,
      learned ?? { deviceId: id, newestAt: newest_at, periodSeconds: period_seconds, isDirty: false },
    )
  }
  return {
    id: row.id,
    serial: row.unit_id,
    isForeign: row.protocol !== 'ems',
    locationId: row.location_id,
    isReleased: row.released_at !== null,
    devices,
    powerLimits,
    corrections,
    paces,
    isOnline: row.online,
    keys: isSame ? previous.keys : new Set(),
    gridModes: isSame ? previous.gridModes : new Map(),
    periodSeconds: previous?.periodSeconds ?? row.period_seconds,
    lastArrivalAt: previous?.lastArrivalAt ?? null,
    clock: { ...(previous?.clock ?? unwatchedClock), verdict: readVerdict(row) },
  }
}

function readVerdict(row: ControllerRow): ClockWatch['verdict'] {
  const { clock_offset_ms: offsetMs, clock_checked_at: checkedAt, clock_wrong: isWrong } = row
  return offsetMs === null || checkedAt === null ? null : { offsetMs, isWrong, checkedAt }
}
