import { type Exact, multiplyExact, negateExact } from '@ohmstead/domain/money/exact'
import type { EnergyClass, EnergyClasses } from '../energy-classes.ts'
import type { LocalGrid } from '../local-grid.ts'
import { type Charge, kwhOf, type LineKind, lineKind, type Sink } from './ledger-model.ts'

/** A line without what its class says of it. */
export type LineFrame = Omit<LineKind, 'key' | 'name' | 'unitPrice' | 'unit'>

export interface EnergyFlow {
  grid: LocalGrid
  /** Milliwatt-hours on the grid; NaN where unknown. */
  milliWh: Float64Array
  frame: LineFrame
  /** Of the bill's currency for one unit of the price's. */
  exchangeRate: Exact
}

/**
 * Energy at fixed or time-of-use prices: kWh of the class × its price, beyond a tier × that tier's. `used` keeps what each
 * class has used since the month began.
 */
export function classCharge(flow: EnergyFlow, sorted: EnergyClasses, used: Float64Array): Charge {
  const { classes, classAt } = sorted
  const lines = classes.map((one) => linesOfClass(one, flow))
  const alwaysShown = classes.every(({ name }) => /^t[012]$/.test(name))
  const { day, minute } = flow.grid
  const sums = new Float64Array(classes.length)
  return ({ from, to }, sink) => {
    sums.fill(0)
    let isLost = false
    for (let i = from; i < to; i++) {
      const energy = flow.milliWh[i]!
      if (!(energy > 0)) continue
      const place = classAt(day[i]!, minute[i]!)
      if (place < 0) isLost = true
      else sums[place]! += energy
    }
    if (isLost && sorted.missing) sink.miss(sorted.missing)
    lines.forEach((tiers, place) => {
      const energy = sums[place]!
      const { missing } = classes[place]!
      if (energy === 0 && !(alwaysShown && missing === null)) return
      if (missing) sink.miss(missing)
      else postTiers(tiers, used[place]!, energy, flow, sink)
      used[place]! += energy
    })
  }
}

interface TierLine {
  line: LineKind
  fromMilliWh: number
  toMilliWh: number
}

function linesOfClass({ name, price, tiers }: EnergyClass, { frame, exchangeRate }: EnergyFlow): TierLine[] {
  if (price === null) return []
  const steps = [{ aboveMilliWh: 0, price }, ...tiers]
  return steps.map((step, place) => ({
    line: lineKind({ ...frame, name, unit: 'kWh', unitPrice: multiplyExact(step.price, exchangeRate) }),
    fromMilliWh: step.aboveMilliWh,
    toMilliWh: steps[place + 1]?.aboveMilliWh ?? Number.POSITIVE_INFINITY,
  }))
}

function postTiers(lines: TierLine[], before: number, energy: number, flow: EnergyFlow, { post }: Sink) {
  for (const { line, fromMilliWh, toMilliWh } of lines) {
    const inside = Math.min(before + energy, toMilliWh) - Math.max(before, fromMilliWh)
    if (inside < 0 || (inside === 0 && energy > 0)) continue
    const quantity = kwhOf(inside)
    const money = multiplyExact(quantity, line.unitPrice!)
    post(line, quantity, flow.frame.part === 'feedIn' ? negateExact(money) : money)
    if (energy === 0) return
  }
}
