import type { TimedCorrection } from '@ohmstead/domain/fleet/device-correction'
import { type ClockWatch, unwatchedClock } from '@ohmstead/domain/telemetry/clock-watch'
import { findPowerLimit } from '@ohmstead/domain/telemetry/plausible-value'
import type { Db } from '../../platform/db/db.ts'
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

interface Load {
  serials: Set<string>
  /** Changed while they were being read: what was read counts for those who wait, and not for later ones. */
  changed: Set<string>
  done: Promise<void>
}

/** Controllers by serial, read in batches and cached for a minute or until a change notice. */
export function createControllerCache(db: Db, clock: { now(): number }) {
  const known = new Map<string, { controller: KnownController | null; loadedAt: number }>()
  let current: Load | null = null
  let next: Load | null = null

  /** Whoever asks while one load is being read shares the next one: thousands who come back at once need few. */
  function gather(): Load {
    const before = current?.done
    const serials = new Set<string>()
    const changed = new Set<string>()
    const load: Load = { serials, changed, done: run() }
    async function run(): Promise<void> {
      await before?.catch(() => {})
      current = load
      next = null
      try {
        await read([...serials], changed)
      } finally {
        current = null
      }
    }
    return load
  }

  async function read(serials: string[], changed: ReadonlySet<string>): Promise<void> {
    const rows = await findControllersBySerial(db, serials)
    const linked = rows.filter((row) => row.location_id !== null).map((row) => row.id)
    const devices = linked.length > 0 ? await findDevicesOfControllers(db, linked) : []
    const found = new Map(rows.map((row) => [row.unit_id, row]))
    for (const serial of serials) {
      const row = found.get(serial)
      const previous = known.get(serial)?.controller ?? null
      const own = row
        ? devices.filter(
            (device) => device.controller_id === row.id && device.location_id === row.location_id,
          )
        : []
      const controller = row && row.revoked_at === null ? toKnown(row, own, previous) : null
      known.set(serial, {
        controller,
        loadedAt: changed.has(serial) ? Number.NEGATIVE_INFINITY : clock.now(),
      })
    }
  }

  return {
    /** The controllers of these serials; unknown and revoked ones are omitted. */
    async get(serials: Iterable<string>): Promise<Map<string, KnownController>> {
      const oldest = clock.now() - freshMs
      const wanted = [...new Set(serials)]
      const loads = new Set<Promise<void>>()
      for (const serial of wanted) {
        if ((known.get(serial)?.loadedAt ?? Number.NEGATIVE_INFINITY) >= oldest) continue
        if (current?.serials.has(serial) && !current.changed.has(serial)) loads.add(current.done)
        else {
          next ??= gather()
          next.serials.add(serial)
          loads.add(next.done)
        }
      }
      await Promise.all(loads)
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
      current?.changed.add(serial)
      const entry = known.get(serial)
      if (entry) entry.loadedAt = Number.NEGATIVE_INFINITY
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
