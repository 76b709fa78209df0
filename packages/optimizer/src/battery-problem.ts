/** A battery as a store: energies in kWh inside the store, powers in kW at the house's side. */
export interface Battery {
  /** Usable capacity. */
  capacityKwh: number
  chargeKw: number
  dischargeKw: number
  /** Stored per kWh drawn, and delivered per kWh taken from the store; each in (0, 1]. */
  chargeEfficiency: number
  dischargeEfficiency: number
  /** Share of the content lost in an hour; 0 for none. */
  lossPerHour: number
  /** Cost of wear per kWh that enters or leaves the store, EUR; 0 for none. */
  wearEurPerKwh: number
}

/**
 * Steps of one length over which a battery is used. Prices are per step, EUR/kWh; a feed-in price above the import price
 * or below zero is allowed but no longer convex, see `scheduleBattery`.
 */
export interface BatteryProblem {
  stepHours: number
  /** Load minus solar production of each step, kWh; below zero is surplus. */
  netLoadKwh: Float64Array
  importEurPerKwh: Float64Array
  exportEurPerKwh: Float64Array
  battery: Battery
  /** Content before the first step. */
  initialKwh: number
  /** The value of a kWh left in the store at the end, EUR. */
  finalValueEurPerKwh: number
  /** Content required at the end; what cannot be reached is reported as missing. */
  minimumFinalKwh: number
}

/** The most that may enter and leave the store in a step, kWh of content. */
export function storeLimits({ battery, stepHours }: Pick<BatteryProblem, 'battery' | 'stepHours'>) {
  return {
    chargeKwh: battery.chargeKw * stepHours * battery.chargeEfficiency,
    dischargeKwh: (battery.dischargeKw * stepHours) / battery.dischargeEfficiency,
    keptShare: (1 - battery.lossPerHour) ** stepHours,
  }
}

/** Exchange with the grid when the content changes by `changeKwh`: positive is import, kWh. */
export function gridExchange(netLoadKwh: number, changeKwh: number, battery: Battery): number {
  return changeKwh >= 0
    ? netLoadKwh + changeKwh / battery.chargeEfficiency
    : netLoadKwh + changeKwh * battery.dischargeEfficiency
}

/** The cost of a step: import, less feed-in, plus wear. EUR. */
export function stepCost(problem: BatteryProblem, step: number, changeKwh: number): number {
  const exchange = gridExchange(problem.netLoadKwh[step]!, changeKwh, problem.battery)
  const price = exchange >= 0 ? problem.importEurPerKwh[step]! : problem.exportEurPerKwh[step]!
  return price * exchange + problem.battery.wearEurPerKwh * Math.abs(changeKwh)
}

/** Throws a RangeError for an impossible battery: a negative size, an efficiency outside (0, 1]. */
export function checkBattery(battery: Battery): void {
  const isShare = (value: number) => value > 0 && value <= 1
  const isSize = (value: number) => value >= 0 && Number.isFinite(value)
  const { capacityKwh, chargeKw, dischargeKw, chargeEfficiency, dischargeEfficiency } = battery
  if (![capacityKwh, chargeKw, dischargeKw].every(isSize)) throw new RangeError('a size below zero')
  if (![chargeEfficiency, dischargeEfficiency, 1 - battery.lossPerHour].every(isShare)) {
    throw new RangeError('an efficiency outside of 0 to 1')
  }
  if (!isSize(battery.wearEurPerKwh)) throw new RangeError('wear below zero')
}
