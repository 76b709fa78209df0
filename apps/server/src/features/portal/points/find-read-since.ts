import type { DeviceRow } from './abstract-device-queries.ts'

type Reach = Pick<DeviceRow, 'source' | 'last_import_at' | 'last_error' | 'reached_day' | 'readings_from'>

/**
 * The day from which on everything has been read, while a first import is incomplete; null if the history is
 * complete. Later imports only update existing data.
 */
export function findReadSince(device: Reach): string | null {
  if (device.source === 'csv' || device.last_import_at !== null) return null
  if (device.reached_day !== null) return device.reached_day
  return device.last_error === null ? null : device.readings_from
}
