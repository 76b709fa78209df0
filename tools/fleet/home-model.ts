import { hourMs, slotsPerHour } from '../../packages/domain/src/telemetry/energy-slot.ts'

// What the homes of a made-up fleet use and make, hour by hour: a few kinds of home over one range of time, each home a
// size of its own. Every figure is a whole number of mWh, so that sums of days agree with their hours.

/** The energy metrics of a home, in the order of `HomeKind.perSlotMWh`. */
export const flows = [
  { device: 'grid', metric: 'energy_import' },
  { device: 'grid', metric: 'energy_export' },
  { device: 'pv', metric: 'energy_production' },
  { device: 'bat', metric: 'energy_charge' },
  { device: 'bat', metric: 'energy_discharge' },
  { device: 'ev', metric: 'energy_consumption' },
] as const

interface HomeKind {
  devices: readonly ('grid' | 'pv' | 'bat' | 'ev')[]
  /** By flow, the mWh of five minutes in each hour of the range; null for what the kind has not. */
  perSlotMWh: readonly (Float64Array | null)[]
}

export interface Home {
  id: number
  kind: HomeKind
  size: number
}

/** Seven homes of twenty have panels, three of these a battery as well; every fourth has a car. */
const plants = Array.from({ length: 20 }, (_, turn) => ({
  hasSun: turn % 3 === 0,
  hasStore: turn % 6 === 0,
  hasCar: turn % 4 === 1,
}))

export function buildHomes(count: number, { from, to }: { from: number; to: number }): Home[] {
  const kinds = plants.map((plant) => buildKind(plant, from, Math.ceil((to - from) / hourMs)))
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    kind: kinds[index % kinds.length]!,
    size: 0.6 + ((index * 37) % 100) / 100,
  }))
}

/** What flows in a slot of five minutes of an hour, in mWh. */
export function slotMWh(home: Home, flow: number, hour: number): number | null {
  const perSlot = home.kind.perSlotMWh[flow]
  return perSlot ? Math.round(perSlot[hour]! * home.size) : null
}

/** What flows in whole hours from one up to before another, in mWh. */
export function hoursMWh(home: Home, flow: number, fromHour: number, toHour: number): number {
  let sum = 0
  for (let hour = fromHour; hour < toHour; hour++) sum += slotMWh(home, flow, hour)!
  return sum * slotsPerHour
}

function buildKind(
  { hasSun, hasStore, hasCar }: (typeof plants)[number],
  from: number,
  hours: number,
): HomeKind {
  const has = [true, true, hasSun, hasStore, hasStore, hasCar]
  const perSlotMWh = has.map((isThere) => (isThere ? new Float64Array(hours) : null))
  for (let index = 0; index < hours; index++) {
    const date = new Date(from + index * hourMs)
    const load = loadW(date)
    const sun = hasSun ? sunW(date) : 0
    const car = hasCar && date.getUTCHours() < 4 && date.getUTCDate() % 3 === 0 ? 5500 : 0
    const surplus = sun - load - car
    const charge = hasStore ? Math.min(Math.max(surplus, 0), 2000) : 0
    const isEvening = date.getUTCHours() >= 17
    const discharge = hasStore && isEvening ? Math.min(Math.max(-surplus, 0), 600) : 0
    const net = load + car + charge - sun - discharge
    const watts = [Math.max(net, 0), Math.max(-net, 0), sun, charge, discharge, car]
    for (const [flow, perSlot] of perSlotMWh.entries())
      if (perSlot) perSlot[index] = (watts[flow]! * 1000) / slotsPerHour
  }
  const devices = (['grid', 'pv', 'bat', 'ev'] as const).filter((device) =>
    flows.some((flow, index) => flow.device === device && has[index]),
  )
  return { devices, perSlotMWh }
}

/** How far into summer a day is, from -1 in January to 1 in July. */
const summer = (date: Date) => -Math.cos(((dayOfYear(date) - 10) / 365) * 2 * Math.PI)
const dayOfYear = (date: Date) => (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000

function loadW(date: Date): number {
  const hour = date.getUTCHours()
  const byHour = 180 + (hour >= 5 && hour < 8 ? 350 : 0) + (hour >= 15 && hour < 21 ? 550 : 0)
  return byHour * (1.2 - 0.3 * summer(date))
}

function sunW(date: Date): number {
  const height = Math.sin(((date.getUTCHours() - 5) / 14) * Math.PI)
  const clouds = 0.35 + 0.65 * (((Math.floor(dayOfYear(date)) * 13) % 10) / 10)
  return height > 0 ? 5000 * height * clouds * (0.6 + 0.4 * summer(date)) : 0
}
