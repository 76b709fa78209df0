import { calculateDayInputs, type DayInputs } from './day-inputs.ts'
import { type DecidedPowers, decidePowers, findBatteryBounds, type MinuteInputs } from './decide-powers.ts'
import { innerHeatW, thermostatC } from './heat-pump.ts'
import { calculateDayNumber } from './local-day.ts'
import type { PlantConfig } from './plant-config.ts'
import { findNextEnd, type PlantControl } from './plant-control.ts'
import type { PlantState } from './plant-state.ts'

/** A plant with its most recently computed days; the cache only affects speed. */
export interface Plant {
  config: PlantConfig
  days: DayInputs[]
}

export function createPlant(config: PlantConfig): Plant {
  return { config, days: [] }
}

export function findDayInputs(plant: Plant, ts: number): DayInputs {
  const cached = plant.days.find(({ day }) => ts >= day.startMs && ts < day.endMs)
  if (cached) return cached
  const computed = calculateDayInputs(plant.config, calculateDayNumber(plant.config.timeZone, ts))
  plant.days = [computed, ...plant.days.slice(0, 2)]
  return computed
}

const scratch: DecidedPowers = { gridW: 0, pvW: 0, batteryW: 0, loadW: 0, evW: 0, heatPumpW: 0, heatW: 0 }
const inputs: MinuteInputs = {
  loadW: 0,
  pvW: 0,
  outdoorC: 0,
  hotWater: false,
  highTariff: false,
  evPresent: false,
}

/**
 * Advances `state` to `untilMs`. Inputs are constant within a minute, powers between two events (a battery full
 * or empty, a car done, the thermostat, a limit that ends), and between events everything has a closed form: the
 * result does not depend on how the time is split into calls, and energy is conserved to rounding.
 */
export function advancePlant(plant: Plant, state: PlantState, untilMs: number, control: PlantControl): void {
  let dayInputs = findDayInputs(plant, state.ts)
  while (state.ts < untilMs) {
    if (state.ts >= dayInputs.day.endMs) dayInputs = findDayInputs(plant, state.ts)
    const minute = Math.floor((state.ts - dayInputs.day.startMs) / 60_000)
    const minuteEnd = dayInputs.day.startMs + (minute + 1) * 60_000
    const end = Math.min(minuteEnd, untilMs, findNextEnd(control, state.ts))
    readMinute(dayInputs, minute, state)
    advanceConstant(plant.config, state, control, end)
    // Events fall between milliseconds; the clock itself stays on them.
    state.ts = end
  }
}

/** The powers at the instant of `state`. */
export function findPowers(plant: Plant, state: PlantState, control: PlantControl): DecidedPowers {
  const dayInputs = findDayInputs(plant, state.ts)
  readMinute(dayInputs, Math.floor((state.ts - dayInputs.day.startMs) / 60_000), state)
  turnThermostat(plant.config, state, control)
  return { ...decidePowers(plant.config, state, inputs, control, scratch) }
}

function readMinute(dayInputs: DayInputs, minute: number, state: PlantState): void {
  inputs.loadW = dayInputs.loadW[minute]!
  inputs.pvW = dayInputs.pvW[minute]!
  inputs.outdoorC = dayInputs.outdoorC[minute]!
  inputs.hotWater = dayInputs.hotWater[minute] === 1
  inputs.highTariff = dayInputs.tariff[minute] === 1
  inputs.evPresent = false
  for (const session of dayInputs.sessions) {
    if (state.ts < session.arrivalMs || state.ts >= session.departureMs) continue
    inputs.evPresent = true
    if (state.evArrivalMs === session.arrivalMs) continue
    state.evArrivalMs = session.arrivalMs
    state.evRemainingWh = session.energyWh
    state.evSessionWh = 0
  }
  if (!inputs.evPresent) {
    state.evArrivalMs = 0
    state.evRemainingWh = 0
  }
}

function advanceConstant(config: PlantConfig, state: PlantState, control: PlantControl, endMs: number): void {
  let hours = (endMs - state.ts) / 3_600_000
  // Each event disables its own condition for a while, so a handful suffice; the bound guards against a mistake.
  for (let events = 0; hours > 0; events++) {
    if (events > 100) throw new Error(`the plant does not settle at ${state.ts}`)
    turnThermostat(config, state, control)
    const powers = decidePowers(config, state, inputs, control, scratch)
    const battery = findBatteryEvent(config, state, control, powers.batteryW)
    const heat = findHeatEvent(config, state, control, powers.heatW)
    const evHours = powers.evW > 0 ? state.evRemainingWh / powers.evW : Number.POSITIVE_INFINITY
    const step = Math.min(hours, battery.hours, heat.hours, evHours)
    integrate(config, state, powers, step)
    // At an event the value is set, not computed: the next check must have a clear result.
    if (battery.hours <= step) state.batteryWh = battery.valueWh
    if (heat.hours <= step) state.indoorC = heat.valueC
    if (evHours <= step) state.evRemainingWh = 0
    hours -= step
  }
}

function turnThermostat(config: PlantConfig, state: PlantState, control: PlantControl): void {
  if (!config.heatPump) return
  const targetC = control.indoorTargetC ?? config.heatPump.targetC
  if (state.indoorC <= targetC - thermostatC) state.heatPumpOn = true
  else if (state.indoorC >= targetC + thermostatC) state.heatPumpOn = false
}

/** Power into the battery's store, W, before self-discharge. */
function findStoreW(config: PlantConfig, batteryW: number): number {
  const { battery } = config
  if (!battery) return 0
  return batteryW > 0 ? -batteryW / battery.dischargeEfficiency : -batteryW * battery.chargeEfficiency
}

const never = { hours: Number.POSITIVE_INFINITY, valueWh: 0, valueC: 0 }

function findBatteryEvent(config: PlantConfig, state: PlantState, control: PlantControl, batteryW: number) {
  const { battery } = config
  if (!battery || battery.capacityWh <= 0) return never
  const { emptyWh, fullWh } = findBatteryBounds(config, control)
  const storeW = findStoreW(config, batteryW)
  const change = storeW - battery.selfDischargePerHour * state.batteryWh
  const boundWh = change > 0 ? fullWh : emptyWh
  const isAhead = change > 0 ? state.batteryWh < fullWh : change < 0 && state.batteryWh > emptyWh
  if (!isAhead) return never
  return {
    hours: hoursTo(state.batteryWh, boundWh, storeW, battery.selfDischargePerHour),
    valueWh: boundWh,
    valueC: 0,
  }
}

function findHeatEvent(config: PlantConfig, state: PlantState, control: PlantControl, heatW: number) {
  const { heatPump } = config
  if (!heatPump) return never
  const targetC = control.indoorTargetC ?? heatPump.targetC
  const { driveC, rate } = findThermal(heatPump, heatW)
  const boundC = targetC + (state.heatPumpOn ? thermostatC : -thermostatC)
  const change = driveC - rate * state.indoorC
  if (state.heatPumpOn ? change <= 0 : change >= 0) return never
  return { hours: hoursTo(state.indoorC, boundC, driveC, rate), valueWh: 0, valueC: boundC }
}

/** dT/dt = drive − rate·T, per hour. */
function findThermal(heatPump: { lossWPerK: number; massWhPerK: number }, heatW: number) {
  const rate = heatPump.lossWPerK / heatPump.massWhPerK
  return { rate, driveC: (heatW + innerHeatW) / heatPump.massWhPerK + rate * inputs.outdoorC }
}

/** Hours until x' = drive − rate·x has come from `from` to `to`; Infinity if it never does. */
function hoursTo(from: number, to: number, drive: number, rate: number): number {
  if (rate === 0) return Math.max(0, (to - from) / drive)
  const ratio = (from - to) / (to - drive / rate)
  return ratio <= -1 ? Number.POSITIVE_INFINITY : Math.max(0, Math.log1p(ratio) / rate)
}

/** ∫ e^(−rate·t) dt over the step. */
const decayIntegral = (rate: number, hours: number) =>
  rate === 0 ? hours : -Math.expm1(-rate * hours) / rate

function integrate(config: PlantConfig, state: PlantState, powers: DecidedPowers, hours: number): void {
  const { battery, heatPump } = config
  if (battery && battery.capacityWh > 0) {
    const storeW = findStoreW(config, powers.batteryW)
    const change = storeW - battery.selfDischargePerHour * state.batteryWh
    const gainedWh = change * decayIntegral(battery.selfDischargePerHour, hours)
    state.selfDischargeWh += storeW * hours - gainedWh
    state.batteryWh += gainedWh
    if (powers.batteryW > 0) state.dischargeWh += powers.batteryW * hours
    else state.chargeWh -= powers.batteryW * hours
  }
  if (heatPump) {
    const { driveC, rate } = findThermal(heatPump, powers.heatW)
    state.indoorC += (driveC - rate * state.indoorC) * decayIntegral(rate, hours)
    state.heatPumpWh += powers.heatPumpW * hours
  }
  if (powers.evW > 0) {
    state.evWh += powers.evW * hours
    state.evSessionWh += powers.evW * hours
    state.evRemainingWh -= powers.evW * hours
  }
  state.loadWh += powers.loadW * hours
  state.productionWh += powers.pvW * hours
  const gridWh = powers.gridW * hours
  if (gridWh >= 0) {
    if (inputs.highTariff) state.importT1Wh += gridWh
    else state.importT2Wh += gridWh
  } else if (inputs.highTariff) state.exportT1Wh -= gridWh
  else state.exportT2Wh -= gridWh
}
