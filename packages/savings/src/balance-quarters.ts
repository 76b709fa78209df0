import type { BalanceSeries, LeftOut } from './savings-model.ts'

/** The balance with what cannot be compared left out of every part alike. */
export interface ComparedQuarters {
  firstStartMs: number
  /** 1 where everything is known and fits together. */
  isCompared: Uint8Array
  /** What the place used, milliwatt-hours; NaN where it is not compared. */
  load: Float64Array
  /** 0 where the place has none or had none yet. */
  production: Float64Array
  charge: Float64Array
  discharge: Float64Array
  /** Why not; 0 where it is. */
  reasons: Uint8Array
}

/** Meters round and read at slightly different instants: so much may be fed in that nothing accounts for. */
const toleranceShare = 0.02
const toleranceMilliWh = 50_000

/** Why a quarter-hour is not compared. */
const reasonOf = { none: 0, grid: 1, solar: 2, battery: 3, contradictory: 4 } as const

/**
 * The load of each quarter-hour from its balance: import − feed-in + production + discharge − charge. What a part of is
 * unknown in is left out, so that like is compared with like.
 */
export function compareQuarters(series: BalanceSeries): ComparedQuarters {
  const { importMilliWh, exportMilliWh, productionMilliWh, chargeMilliWh, dischargeMilliWh } = series
  const count = importMilliWh.length
  const reasons = new Uint8Array(count)
  const isCompared = new Uint8Array(count)
  const load = new Float64Array(count).fill(Number.NaN)
  const production = new Float64Array(count)
  const charge = new Float64Array(count)
  const discharge = new Float64Array(count)
  const has = productionMilliWh !== null || chargeMilliWh !== null || dischargeMilliWh !== null
  for (let i = 0; i < count; i++) {
    const taken = importMilliWh[i]!
    const fed = exportMilliWh ? exportMilliWh[i]! : has ? Number.NaN : 0
    const made = productionMilliWh ? productionMilliWh[i]! : 0
    const into = chargeMilliWh ? chargeMilliWh[i]! : 0
    const out = dischargeMilliWh ? dischargeMilliWh[i]! : 0
    const used = taken - fed + made + out - into
    const reason = Number.isNaN(taken + fed)
      ? reasonOf.grid
      : Number.isNaN(made)
        ? reasonOf.solar
        : Number.isNaN(into + out)
          ? reasonOf.battery
          : used < -(toleranceMilliWh + toleranceShare * (taken + made + out))
            ? reasonOf.contradictory
            : reasonOf.none
    reasons[i] = reason
    if (reason !== reasonOf.none) continue
    isCompared[i] = 1
    load[i] = Math.max(used, 0)
    production[i] = made
    charge[i] = into
    discharge[i] = out
  }
  const { firstStartMs } = series
  return { firstStartMs, isCompared, load, production, charge, discharge, reasons }
}

/** How many of the quarter-hours are left out, by reason. */
export function countLeftOut({ reasons }: ComparedQuarters, from: number, to: number): LeftOut {
  const counts = [0, 0, 0, 0, 0]
  for (let i = from; i < to; i++) counts[reasons[i]!]! += 1
  const [, grid, solar, battery, contradictory] = counts as [number, number, number, number, number]
  return { grid, solar, battery, contradictory }
}
