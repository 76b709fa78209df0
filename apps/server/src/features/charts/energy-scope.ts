import type { DeviceRow } from '../telemetry/place-queries.ts'

export interface EnergyScope {
  locationIds: readonly number[]
  /** Which devices count; all of them where left out. */
  includes?: (device: DeviceRow) => boolean
}
