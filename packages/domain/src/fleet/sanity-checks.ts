import type { DeviceCategory } from './device-category.ts'
import { findSecondChargers } from './second-chargers.ts'
import { findSecondMeters } from './second-meters.ts'
import { findSwappedPhases, type PhaseOrder } from './swapped-phases.ts'

/** A day or two of one device, in steps of five minutes; null where nothing is known. */
export interface SanityDevice {
  key: string
  /** Who tells of it; of two devices of the same it is sure that they are two. */
  source: string
  category: DeviceCategory
  powerW: readonly (number | null)[]
  /** Of each phase; null without them. */
  phasesW: readonly (readonly (number | null)[])[] | null
  soc: readonly (number | null)[] | null
  /** What its registers have counted in the direction of its power, less the other direction; at the end of each step. */
  registerWh: readonly (number | null)[] | null
}

export interface SanityHistory {
  /** Whether the sun is clearly up or down in each step; null for twilight, or where the place is unknown. */
  sun: readonly ('day' | 'night' | null)[]
  devices: readonly SanityDevice[]
}

/** What is wrong, with what shows it. Figures are of the evidence: hours, watts, watt-hours, or how often. */
export type SanityFinding =
  | { kind: 'dark_production'; device: string; hours: number; powerW: number }
  | { kind: 'rising_discharge'; device: string; count: number }
  | { kind: 'night_export'; device: string; hours: number; powerW: number }
  | { kind: 'follows_sun'; device: string; count: number }
  | { kind: 'register'; device: string; powerWh: number; registerWh: number }
  | { kind: 'phases'; device: string; count: number; order: PhaseOrder }
  | { kind: 'no_export'; device: string; hours: number; powerW: number }
  | { kind: 'double_grid' | 'double_charger'; device: string; other: string; count: number }

export const stepHours = 1 / 12

/** Findings that the reversal of a device puts right. */
export const isReversal = ({ kind }: Pick<SanityFinding, 'kind'>): boolean =>
  kind === 'dark_production' ||
  kind === 'rising_discharge' ||
  kind === 'night_export' ||
  kind === 'follows_sun'

/**
 * What was connected or set the wrong way round. Only what cannot be otherwise is said: each rule needs several cases
 * that are impossible in a right plant, and not one that speaks against it.
 */
export function findSanityProblems({ sun, devices }: SanityHistory): SanityFinding[] {
  const of = (...categories: DeviceCategory[]) =>
    devices.filter(({ category }) => categories.includes(category))
  const plants = of('SOLAR_POWER_PLANT')
  const grids = of('GRID')
  const { seconds, areAlike } = findSecondMeters(grids)
  const batteries = of('BATTERY', 'HYBRID_INVERTER')
  const findings: SanityFinding[] = []
  const reversed = new Set<string>()
  const add = (finding: SanityFinding | null) => {
    if (!finding) return
    findings.push(finding)
    if (isReversal(finding)) reversed.add(finding.device)
  }
  for (const plant of plants) add(findDarkProduction(plant, sun))
  for (const battery of of('BATTERY')) if (!isContradicted(battery)) add(findRisingDischarge(battery))
  for (const second of seconds) add({ kind: 'double_grid', ...second })
  const [first] = grids
  for (const grid of areAlike ? grids : []) {
    const production = sumOf(
      plants.map(({ key, powerW }) => (reversed.has(key) ? powerW.map(negate) : powerW)),
    )
    const storage = sumOf(batteries.map(({ powerW }) => powerW))
    if (!isContradicted(grid))
      add(
        findNightExport(grid, sun, batteries.length > 0 ? storage : null) ??
          findFollowing(grid, production, storage),
      )
    if (!reversed.has(grid.key)) add(findNoExport(grid, { production, storage, sun }))
    if (grid !== first) continue
    for (const device of devices)
      if (device.phasesW && grid.phasesW && device.category !== 'GRID')
        add(toPhaseFinding(device, findSwappedPhases(grid.phasesW, device.phasesW, directionOf(device))))
  }
  const isSureOfGrid = reversed.size === 0 && grids.length === seconds.length + 1
  const houseW = isSureOfGrid ? sumOf([grids[0]!, ...plants, ...batteries].map(({ powerW }) => powerW)) : null
  for (const second of findSecondChargers(of('EV_CHARGER'), houseW))
    add({ kind: 'double_charger', ...second })
  for (const device of devices) if (!reversed.has(device.key)) add(findRegister(device))
  return findings
}

const negate = (value: number | null) => (value === null ? null : -value)

/** Producers lower what the grid gives, loads raise it. */
const directionOf = ({ category }: SanityDevice): 1 | -1 =>
  category === 'EV_CHARGER' || category === 'HVAC' || category === 'OTHER' ? 1 : -1

function sumOf(series: readonly (readonly (number | null)[])[]): (number | null)[] {
  const [first = []] = series
  return first.map((_, index) =>
    series.reduce<number | null>((sum, one) => {
      const value = one[index] ?? null
      return sum === null || value === null ? null : sum + value
    }, 0),
  )
}

// What a large inverter may draw by itself is below this.
const clearW = 100

/** A plant that draws power in bright day, and never gives any. */
function findDarkProduction({ key, powerW }: SanityDevice, sun: SanityHistory['sun']): SanityFinding | null {
  const byDay = powerW.filter((value, index): value is number => value !== null && sun[index] === 'day')
  const wrong = byDay.filter((value) => value < -clearW)
  if (wrong.length < 6 || byDay.some((value) => value > clearW)) return null
  return { kind: 'dark_production', device: key, hours: wrong.length * stepHours, powerW: Math.min(...wrong) }
}

/** A battery whose charge rises while it discharges, and falls while it charges. */
function findRisingDischarge({ key, powerW, soc }: SanityDevice): SanityFinding | null {
  if (!soc) return null
  let [right, wrong] = [0, 0]
  let anchor: { index: number; soc: number; energyWh: number; active: number } | null = null
  for (const [index, level] of soc.entries()) {
    const power = powerW[index] ?? null
    if (level === null || power === null || (anchor && index - anchor.index > 36)) {
      anchor = null
      continue
    }
    if (!anchor) {
      anchor = { index, soc: level, energyWh: 0, active: 0 }
      continue
    }
    // A battery at rest draws a little, and slowly loses charge.
    if (Math.abs(power) >= 150) {
      anchor.energyWh += power * stepHours
      anchor.active++
    }
    const change = level - anchor.soc
    if (Math.abs(change) < 3) continue
    if (Math.abs(anchor.energyWh) >= 100 && anchor.active * 2 >= index - anchor.index) {
      if (Math.sign(anchor.energyWh) === Math.sign(change)) wrong++
      else right++
    }
    anchor = { index, soc: level, energyWh: 0, active: 0 }
  }
  return wrong >= 3 && right === 0 ? { kind: 'rising_discharge', device: key, count: wrong } : null
}

/** A house that gives power away at night, without a battery at work, and never takes any. */
function findNightExport(
  { key, powerW }: SanityDevice,
  sun: SanityHistory['sun'],
  storage: readonly (number | null)[] | null,
): SanityFinding | null {
  const atNight = powerW.filter((value, index): value is number => {
    const stored = storage ? (storage[index] ?? null) : 0
    return value !== null && sun[index] === 'night' && stored !== null && Math.abs(stored) <= 50
  })
  const wrong = atNight.filter((value) => value < -50)
  if (wrong.length < 12 || atNight.some((value) => value > 50)) return null
  const mean = wrong.reduce((sum, value) => sum + value, 0) / wrong.length
  return { kind: 'night_export', device: key, hours: wrong.length * stepHours, powerW: mean }
}

/** A grid meter that shows more import whenever there is more sun. */
function findFollowing(
  { key, powerW }: SanityDevice,
  production: readonly (number | null)[],
  storage: readonly (number | null)[],
): SanityFinding | null {
  let [right, wrong] = [0, 0]
  for (let index = 1; index < powerW.length; index++) {
    const step = (series: readonly (number | null)[]) => {
      const [before, after] = [series[index - 1] ?? null, series[index] ?? null]
      return before === null || after === null ? null : after - before
    }
    const [grid, sun, stored] = [step(powerW), step(production), storage.length > 0 ? step(storage) : 0]
    if (grid === null || sun === null || stored === null) continue
    if (Math.abs(sun) < 500 || Math.abs(stored) > 50) continue
    const ratio = grid / sun
    if (ratio > 0.7 && ratio < 1.3) wrong++
    else if (ratio < -0.5) right++
  }
  return wrong >= 8 && right === 0 ? { kind: 'follows_sun', device: key, count: wrong } : null
}

/** A grid meter that shows nothing at all for hours, and never export, while the sun changes much. */
function findNoExport(
  { key, powerW }: SanityDevice,
  house: Pick<SanityHistory, 'sun'> & Record<'production' | 'storage', readonly (number | null)[]>,
): SanityFinding | null {
  const { production, storage, sun } = house
  if (powerW.some((value) => value !== null && value < 0)) return null
  const isIdle = (index: number) => storage.length === 0 || Math.abs(storage[index] ?? clearW) <= 50
  const shining = production.flatMap((value, index) =>
    value !== null && value > 500 && sun[index] !== 'night' && powerW[index] === 0 && isIdle(index)
      ? [value]
      : [],
  )
  // A house that is kept at zero export shows a little around it, not exactly nothing.
  if (shining.length < 24) return null
  const most = shining.reduce((one, other) => Math.max(one, other))
  return { kind: 'no_export', device: key, hours: shining.length * stepHours, powerW: most }
}

/** What power adds up to, and what the registers counted meanwhile; null if too much of either is unknown. */
function compareRegister({ powerW, registerWh }: SanityDevice) {
  if (!registerWh) return null
  const first = registerWh.findIndex((value) => value !== null)
  const last = registerWh.findLastIndex((value) => value !== null)
  const between = powerW.slice(first + 1, last + 1)
  const known = between.filter((value) => value !== null)
  if (first === -1 || known.length < 12 || known.length < between.length * 0.9) return null
  const scale = (stepHours * between.length) / known.length
  const powerWh = known.reduce((sum, value) => sum + value, 0) * scale
  const throughputWh = known.reduce((sum, value) => sum + Math.abs(value), 0) * scale
  return { powerWh, throughputWh, registerWh: registerWh[last]! - registerWh[first]! }
}

/** Registers that counted the other way than power went: then only one of both is wrong, and a reversal would move it. */
function isContradicted(device: SanityDevice): boolean {
  const compared = compareRegister(device)
  if (!compared) return false
  const { powerWh, registerWh } = compared
  return Math.abs(powerWh) >= 500 && Math.abs(registerWh) >= 500 && powerWh > 0 !== registerWh > 0
}

function findRegister(device: SanityDevice): SanityFinding | null {
  const compared = compareRegister(device)
  if (!compared) return null
  const { powerWh, throughputWh, registerWh } = compared
  const larger = Math.max(Math.abs(powerWh), Math.abs(registerWh))
  const gap = Math.abs(powerWh - registerWh)
  if (larger < 1000 || gap < 0.4 * larger || gap < 0.2 * throughputWh) return null
  return { kind: 'register', device: device.key, powerWh, registerWh }
}

const toPhaseFinding = (
  { key }: SanityDevice,
  found: { count: number; order: PhaseOrder } | null,
): SanityFinding | null => found && { kind: 'phases', device: key, ...found }
