import type { DeviceRow } from '../telemetry/place-queries.ts'

export interface EnergyScope {
  locationIds: readonly number[]
  /** The devices that count; all of them by default. */
  includes?: (device: DeviceRow) => boolean
}
