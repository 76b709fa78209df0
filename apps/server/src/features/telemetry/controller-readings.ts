import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'

export type ReadingValue = number | boolean | string | null

/** A device as needed for readings: its key within the location, and what its inventory says it measures. */
export interface IngestDevice {
  key: string
  category: DeviceCategory
  /** Metric names of the inventory; empty without one. */
  metrics: readonly string[]
}

/** Decoded readings of one linked controller. */
export interface ControllerReadings {
  locationId: number
  controllerId: number
  /** By the controller's own name of the device, the part of a value's key before the slash. */
  devices: Readonly<Record<string, IngestDevice>>
  samples: readonly {
    ts: number
    /** Set if the values are averages from `ts` on. */
    stepSeconds: number | null
    /** `<controller's name of the device>/<metric>` → value. */
    values: Readonly<Record<string, ReadingValue>>
  }[]
}

export interface MergedSample {
  ts: number
  stepSeconds: number | null
  values: Record<string, ReadingValue>
}

/** All readings of one controller in a batch: one sample per instant, in order, keyed by the location's device keys. */
export interface ControllerBatch {
  locationId: number
  controllerId: number
  devices: Map<string, IngestDevice>
  samples: MergedSample[]
}

/** Merges a batch by controller; later values win. Sorted, so that two writers lock in the same order. */
export function mergeReadings(batch: readonly ControllerReadings[]): ControllerBatch[] {
  const byController = new Map<string, ControllerBatch & { byTs: Map<number, MergedSample> }>()
  for (const message of batch) {
    const { locationId, controllerId } = message
    const id = `${locationId} ${controllerId}`
    let merged = byController.get(id)
    if (!merged) {
      merged = { locationId, controllerId, devices: new Map(), samples: [], byTs: new Map() }
      byController.set(id, merged)
    }
    for (const device of Object.values(message.devices)) merged.devices.set(device.key, device)
    const rename = renaming(message.devices)
    for (const sample of message.samples) {
      const values = rename ? rename(sample.values) : sample.values
      const existing = merged.byTs.get(sample.ts)
      if (existing) {
        existing.values = { ...existing.values, ...values }
        existing.stepSeconds = sample.stepSeconds ?? existing.stepSeconds
      } else {
        merged.byTs.set(sample.ts, { ts: sample.ts, stepSeconds: sample.stepSeconds, values })
      }
    }
  }
  const controllers: ControllerBatch[] = []
  for (const { byTs, ...controller } of byController.values()) {
    const samples = [...byTs.values()].sort((a, b) => a.ts - b.ts)
    if (samples.length > 0) controllers.push({ ...controller, samples })
  }
  return controllers.sort((a, b) => a.locationId - b.locationId || a.controllerId - b.controllerId)
}

/** Most devices keep their own name as key; then the values need no copy. */
function renaming(devices: Readonly<Record<string, IngestDevice>>) {
  if (Object.entries(devices).every(([source, device]) => source === device.key)) return null
  return (values: Readonly<Record<string, ReadingValue>>) => {
    const renamed: Record<string, ReadingValue> = {}
    for (const key in values) {
      const slash = key.indexOf('/')
      const device = Object.hasOwn(devices, key.slice(0, slash)) ? devices[key.slice(0, slash)] : undefined
      renamed[device ? device.key + key.slice(slash) : key] = values[key]!
    }
    return renamed
  }
}
