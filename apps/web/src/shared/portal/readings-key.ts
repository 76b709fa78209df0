/** Identifies readings: another import of the same days has another `version`. */
export interface ReadingsKey {
  deviceId: number
  from: string
  to: string
  version: string
}
