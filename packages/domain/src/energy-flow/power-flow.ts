import type { DeviceCategory } from '../fleet/device-category.ts'

/** What the diagram shows, in W, signed as seen from the house bus; null is unknown, absent means there is none. */
export interface PowerFlow {
  /** + import, − export. */
  gridW: number | null
  productionW: number | null
  /** + discharge, − charge. */
  batteryW: number | null
  evW: number | null
  heatW: number | null
  /** grid + production + battery: the total the house takes, car and heating included. */
  homeW: number | null
  /** Mean of the batteries, %. */
  stateOfCharge: number | null
  has: { grid: boolean; production: boolean; battery: boolean; ev: boolean; heat: boolean }
  /** Where the power that is used, stored or exported comes from, as fractions of 1; null while nothing flows. */
  sources: { production: number; battery: number; grid: number } | null
}

/** The value of a metric `<device>/<metric>`, or null. */
export type ReadMetric = (key: string) => number | null

interface Device {
  key: string
  category: DeviceCategory
}

/** Below this, meter noise would make the dots creep back and forth. */
export const stillW = 15

/**
 * The flow of a location from the newest power of each of its devices. If one device of a kind has no known power, the
 * whole kind is unknown, and so is the house: half a sum would be a wrong number. Without a grid meter the house is
 * unknown too.
 */
export function calculatePowerFlow(devices: readonly Device[], read: ReadMetric): PowerFlow {
  const of = (...categories: Device['category'][]) =>
    devices.filter(({ category }) => categories.includes(category))
  const power = (some: readonly Device[]) => sum(some.map(({ key }) => read(`${key}/power`)))
  const grid = of('GRID')
  const producers = of('SOLAR_POWER_PLANT', 'HYBRID_INVERTER')
  const batteries = of('BATTERY')
  const chargers = of('EV_CHARGER')
  const heaters = of('HVAC')
  const has = {
    grid: grid.length > 0,
    production: producers.length > 0,
    battery: batteries.length > 0,
    ev: chargers.length > 0,
    heat: heaters.length > 0,
  }
  const gridW = has.grid ? power(grid) : null
  const productionW = has.production ? power(producers) : null
  const batteryW = has.battery ? power(batteries) : null
  const parts = [gridW, ...(has.production ? [productionW] : []), ...(has.battery ? [batteryW] : [])]
  const total = has.grid ? sum(parts) : null
  const charges = [...batteries, ...of('HYBRID_INVERTER')]
    .map(({ key }) => read(`${key}/soc`))
    .filter((soc) => soc !== null)
  return {
    gridW,
    productionW,
    batteryW,
    evW: has.ev ? power(chargers) : null,
    heatW: has.heat ? power(heaters) : null,
    // Meters are not read at the same moment, so a negative result counts as zero.
    homeW: total === null ? null : Math.max(0, total),
    stateOfCharge: charges.length > 0 ? sum(charges)! / charges.length : null,
    has,
    sources: splitSources(gridW, productionW, batteryW),
  }
}

function splitSources(
  gridW: number | null,
  productionW: number | null,
  batteryW: number | null,
): PowerFlow['sources'] {
  const production = Math.max(0, productionW ?? 0)
  const battery = Math.max(0, batteryW ?? 0)
  const grid = Math.max(0, gridW ?? 0)
  const all = production + battery + grid
  if (all < stillW) return null
  return { production: production / all, battery: battery / all, grid: grid / all }
}

/** Null as soon as one part is null. */
function sum(parts: readonly (number | null)[]): number | null {
  let total = 0
  for (const part of parts) {
    if (part === null) return null
    total += part
  }
  return total
}
