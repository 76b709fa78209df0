import type { Battery, BatteryProblem } from '../battery-problem.ts'

// Random batteries, loads and prices for tests, the same for the same seed.

/** A sequence in [0, 1) from a seed. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x45d9f3b)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

export function randomBattery(random: () => number): Battery {
  const pick = <T>(values: T[]) => values[Math.floor(random() * values.length)]!
  return {
    capacityKwh: pick([0, 2, 5, 10, 10]),
    chargeKw: pick([1, 2.5, 5]),
    dischargeKw: pick([1, 3, 5]),
    chargeEfficiency: pick([1, 0.95, 0.9]),
    dischargeEfficiency: pick([1, 0.95, 0.9]),
    lossPerHour: pick([0, 0, 0.001, 0.01, 0.05]),
    wearEurPerKwh: pick([0, 0, 0.01, 0.05]),
  }
}

/** Loads with surplus, prices with steps and noise; feed-in never pays more than import costs, unless requested. */
export function randomProblem(seed: number, steps: number, allowsNegative = false): BatteryProblem {
  const random = randomOf(seed)
  const battery = randomBattery(random)
  const flat = random() < 0.2
  const importEurPerKwh = new Float64Array(steps)
  const exportEurPerKwh = new Float64Array(steps)
  const netLoadKwh = new Float64Array(steps)
  for (let i = 0; i < steps; i++) {
    netLoadKwh[i] = random() < 0.1 ? 0 : (random() - 0.4) * 2
    const spot = random() < 0.2 && allowsNegative ? -0.2 * random() : 0.3 * random()
    importEurPerKwh[i] = flat ? 0.2 : spot + (allowsNegative ? 0 : 0.02)
    exportEurPerKwh[i] = flat ? 0.05 : allowsNegative ? spot : importEurPerKwh[i]! * random()
  }
  const initialKwh = random() * battery.capacityKwh
  return {
    stepHours: random() < 0.5 ? 0.25 : 1,
    netLoadKwh,
    importEurPerKwh,
    exportEurPerKwh,
    battery,
    initialKwh,
    finalValueEurPerKwh: random() < 0.5 ? 0 : 0.15 * random(),
    minimumFinalKwh: random() < 0.3 ? Math.min(initialKwh, 0.3 * battery.capacityKwh) * 0.2 : 0,
  }
}
