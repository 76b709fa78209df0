/** A value that applies until an instant; then the plant returns to automatic. */
export interface Timed<T> {
  value: T
  untilMs: number
}

/** External orders to a plant. Everything with an end falls back to automatic by itself. */
export interface PlantControl {
  /** Battery power in W, + discharge. */
  batterySetpointW: Timed<number> | null
  evSetpointW: Timed<number> | null
  importLimitW: Timed<number> | null
  exportLimitW: Timed<number> | null
  evOn: Timed<boolean> | null
  heatPumpOn: Timed<boolean> | null
  /** Permanent settings. */
  evMode: 'fast' | 'solar' | 'off'
  evCurrentLimitA: number | null
  indoorTargetC: number | null
  socMin: number | null
  /** Permanent limits of import and export set by the owner, W. */
  maxImportW: number | null
  maxExportW: number | null
}

export const automatic: PlantControl = {
  batterySetpointW: null,
  evSetpointW: null,
  importLimitW: null,
  exportLimitW: null,
  evOn: null,
  heatPumpOn: null,
  evMode: 'fast',
  evCurrentLimitA: null,
  indoorTargetC: null,
  socMin: null,
  maxImportW: null,
  maxExportW: null,
}

const timedKeys = [
  'batterySetpointW',
  'evSetpointW',
  'importLimitW',
  'exportLimitW',
  'evOn',
  'heatPumpOn',
] as const

/** The value while it applies, else null. */
export function activeValue<T>(timed: Timed<T> | null, ts: number): T | null {
  return timed && timed.untilMs > ts ? timed.value : null
}

/** The next instant after `ts` at which something ends, or Infinity. */
export function findNextEnd(control: PlantControl, ts: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const key of timedKeys) {
    const untilMs = control[key]?.untilMs ?? 0
    if (untilMs > ts) next = Math.min(next, untilMs)
  }
  return next
}
