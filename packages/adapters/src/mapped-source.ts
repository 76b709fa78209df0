import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { MetricName } from '@ohmstead/domain/telemetry/metrics'

/** What a person chose for one source of a device whose names are the owner's own. */
export interface MappedSource {
  /** The topic, entity or path, as in `SeenSource`. */
  source: string
  /** The id of the device that it belongs to; sources with the same one form a device. */
  device: string
  deviceName: string
  category: DeviceCategory
  metric: MetricName
  /** From the source's unit and sign to the canonical ones. */
  factor: number
}

/** A name that a device uses, with what is known of it. */
export interface SeenSource {
  source: string
  /** Its newest value, as text of at most 64 characters. */
  value: string
  /** As the device says it; null if it does not. */
  unit: string | null
  /** What it would be, if its name and unit tell; null if not. */
  proposal: MappedSource | null
}
