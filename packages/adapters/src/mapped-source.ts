import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { MetricName } from '@ohmstead/domain/telemetry/metrics'

/** What a person chose for one source of a device whose names are the owner's own. */
export interface MappedSource {
  /** The kind of its adapter, then the topic, entity or path, as in `SeenSource`. */
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
  /** What a person called it there; null if it has no such name. */
  name: string | null
  /** Its newest value, as text of at most 64 characters. */
  value: string
  /** When that came, epoch ms. */
  at: number
  /** The time of the value as a reading, epoch ms; missing if it would be none, as a broker's copy from earlier. */
  readAt?: number
  /** Its values cannot be read: they are the result of a template that only the hub itself knows. */
  isUnreadable: boolean
  /** As the device says it; null if it does not. */
  unit: string | null
  /** As the device says what it measures; missing if it does not. */
  deviceClass?: string
  stateClass?: string
  /** What it would be, if its name and unit tell; null if not. */
  proposal: MappedSource | null
}

/** The most names of one controller. */
export const mostSources = 500
