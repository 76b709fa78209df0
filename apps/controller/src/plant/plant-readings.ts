import type { ReadingValue } from '@ohmstead/contract/controller-messages'
import { findPowers, type Plant } from './advance-plant.ts'
import type { PlantConfig } from './plant-config.ts'
import type { PlantControl } from './plant-control.ts'
import type { PlantState } from './plant-state.ts'
import { hash32 } from './random.ts'

export type Values = Record<string, ReadingValue>

const round = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits

/** Everything the plant's instruments show at the instant of `state`. */
export function readPlant(plant: Plant, state: PlantState, control: PlantControl): Values {
  const { config } = plant
  const powers = findPowers(plant, state, control)
  const ripple = calculateRippleW(
    config.seed,
    state.ts,
    Math.min(0.06 * powers.loadW, Math.abs(powers.gridW)),
  )
  const gridW = powers.gridW + ripple
  const values: Values = {
    'grid/power': round(gridW),
    ...readMeter(config, state),
    ...readPhases(config, state.ts, gridW, powers.evW),
  }
  if (config.hasUtilityMeter) values['grid/tariff'] = isHighTariff(plant, state.ts) ? 1 : 2
  values['grid/grid_mode'] = 1
  if (config.pv) {
    values['pv/power'] = round(powers.pvW)
    values['pv/energy_production'] = round(state.productionWh, 1)
  }
  if (config.battery) {
    values['bat/power'] = round(powers.batteryW)
    values['bat/soc'] = readSoc(config, state)
    values['bat/capacity'] = config.battery.capacityWh
    values['bat/energy_charge'] = round(state.chargeWh, 1)
    values['bat/energy_discharge'] = round(state.dischargeWh, 1)
  }
  if (config.ev) {
    values['ev/power'] = round(powers.evW)
    values['ev/energy_consumption'] = round(state.evWh, 1)
    values['ev/ev_status'] = state.evArrivalMs === 0 ? 0 : powers.evW > 0 ? 2 : 1
    values['ev/session_energy'] = round(state.evSessionWh)
    values['ev/current_limit'] = control.evCurrentLimitA ?? config.ev.maxCurrentA
    values['ev/mode'] = control.evMode
  }
  if (config.heatPump) {
    values['hvac/power'] = round(powers.heatPumpW)
    values['hvac/energy_consumption'] = round(state.heatPumpWh, 1)
    values['hvac/temperature'] = round(state.indoorC, 1)
    values['hvac/temperature_target'] = control.indoorTargetC ?? config.heatPump.targetC
    values['hvac/on'] = powers.heatPumpW > 0
  }
  return values
}

/** The few values that history needs: registers, from which the cloud derives the mean powers, and the gauges. */
export function readRegisters(config: PlantConfig, state: PlantState): Values {
  const values = readMeter(config, state)
  if (config.pv) values['pv/energy_production'] = round(state.productionWh, 1)
  if (config.battery) {
    values['bat/energy_charge'] = round(state.chargeWh, 1)
    values['bat/energy_discharge'] = round(state.dischargeWh, 1)
    values['bat/soc'] = readSoc(config, state)
  }
  if (config.ev) values['ev/energy_consumption'] = round(state.evWh, 1)
  if (config.heatPump) {
    values['hvac/energy_consumption'] = round(state.heatPumpWh, 1)
    values['hvac/temperature'] = round(state.indoorC, 1)
  }
  return values
}

function readMeter(config: PlantConfig, state: PlantState): Values {
  // Truncated, not rounded, as by a register.
  const perWh = config.hasUtilityMeter ? 1 : 10
  const show = (wh: number) => Math.floor(wh * perWh) / perWh
  const totals = {
    'grid/energy_import': show(state.importT1Wh + state.importT2Wh),
    'grid/energy_export': show(state.exportT1Wh + state.exportT2Wh),
  }
  if (!config.hasUtilityMeter) return totals
  return {
    ...totals,
    'grid/energy_import_t1': show(state.importT1Wh),
    'grid/energy_import_t2': show(state.importT2Wh),
    'grid/energy_export_t1': show(state.exportT1Wh),
    'grid/energy_export_t2': show(state.exportT2Wh),
  }
}

const readSoc = (config: PlantConfig, state: PlantState) =>
  config.battery && config.battery.capacityWh > 0
    ? round((100 * state.batteryWh) / config.battery.capacityWh, 1)
    : null

/** A car loads its phases alike; the rest leans on one of them. */
function readPhases(config: PlantConfig, ts: number, gridW: number, evW: number): Values {
  const values: Values = {}
  const even = config.ev?.phases === 3 ? evW : 0
  const shares = [0.42, 0.33, 0.25]
  shares.forEach((share, phase) => {
    const powerW = share * (gridW - even) + even / 3
    const volts = 232 + 3 * wave(config.seed + phase, ts, 97_000) - powerW / 4000
    values[`grid/power_l${phase + 1}`] = round(powerW)
    values[`grid/voltage_l${phase + 1}`] = round(volts, 1)
    values[`grid/current_l${phase + 1}`] = round(powerW / volts, 2)
  })
  values['grid/frequency'] = round(50 + 0.02 * wave(7, ts, 43_000), 3)
  return values
}

const wave = (seed: number, ts: number, periodMs: number) =>
  Math.sin(2 * Math.PI * (ts / periodMs + hash32(seed, 1) / 2 ** 32))

/**
 * Fluctuation within a minute. It completes whole periods per minute, so that at every full minute the registers equal
 * the integral of the shown power, and never reverses the direction of the grid.
 */
function calculateRippleW(seed: number, ts: number, amplitudeW: number): number {
  const minute = Math.floor(ts / 60_000)
  const at = (ts - minute * 60_000) / 60_000
  const phase = hash32(seed, minute, 9) / 2 ** 32
  const swing = Math.sin(2 * Math.PI * (3 * at + phase)) + Math.sin(2 * Math.PI * (7 * at + 2 * phase))
  return (amplitudeW * swing) / 2
}

function isHighTariff(plant: Plant, ts: number): boolean {
  const inputs = plant.days.find(({ day }) => ts >= day.startMs && ts < day.endMs)
  return inputs?.tariff[Math.floor((ts - inputs.day.startMs) / 60_000)] === 1
}
