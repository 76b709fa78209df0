import { calculateCop, calculateHeatW } from './heat-pump.ts'
import type { PlantConfig } from './plant-config.ts'
import { activeValue, type PlantControl } from './plant-control.ts'
import type { PlantPowers, PlantState } from './plant-state.ts'

/** The inputs of the plant during one minute. */
export interface MinuteInputs {
  loadW: number
  pvW: number
  outdoorC: number
  hotWater: boolean
  highTariff: boolean
  evPresent: boolean
}

export interface DecidedPowers extends PlantPowers {
  /** Heat into the building, W; 0 while the heat pump is off. */
  heatW: number
}

/** The self-consumption control leaves this much to the grid, as real ones do, to avoid oscillating around zero. */
const gridBiasW = 15
const phaseVolts = 230
/** Below 6 A a car does not charge (IEC 61851). */
const minCurrentA = 6

/**
 * The power of every part of the plant at this instant. It reads the state only through boolean conditions (full,
 * empty, thermostat), so all powers stay constant until one of them changes: `advancePlant` steps from one
 * such change to the next and is exact. The grid closes the balance.
 */
export function decidePowers(
  config: PlantConfig,
  state: PlantState,
  inputs: MinuteInputs,
  control: PlantControl,
  decided: DecidedPowers,
): DecidedPowers {
  const { ts } = state
  const importLimitW = smallest(activeValue(control.importLimitW, ts), control.maxImportW)
  const exportLimitW = smallest(activeValue(control.exportLimitW, ts), control.maxExportW)
  const heat = decideHeat(config, state, inputs, control)
  let heatPumpW = heat.electricW
  let { pvW } = inputs
  const range = findBatteryRange(config, state, control)
  const evWishW = decideEv(config, state, inputs, control, pvW - inputs.loadW - heatPumpW)
  let evW = evWishW
  if (importLimitW !== null) {
    // Without the battery: an almost empty one would let the car start, be empty at once, and so on endlessly.
    const roomW = importLimitW + pvW - inputs.loadW
    evW = toChargingPower(config, Math.min(evWishW, roomW - heatPumpW))
    if (evW === 0 && heatPumpW > roomW) heatPumpW = 0
  }
  const needW = inputs.loadW + heatPumpW + evW - pvW
  let batteryW = decideBattery(needW, activeValue(control.batterySetpointW, ts))
  if (importLimitW !== null) batteryW = Math.max(batteryW, needW - importLimitW)
  if (exportLimitW !== null) batteryW = Math.min(batteryW, needW + exportLimitW)
  batteryW = Math.min(range.dischargeW, Math.max(-range.chargeW, batteryW))
  if (exportLimitW !== null) pvW = Math.max(0, pvW - Math.max(0, batteryW - needW - exportLimitW))
  decided.loadW = inputs.loadW
  decided.pvW = pvW
  decided.evW = evW
  decided.heatPumpW = heatPumpW
  decided.batteryW = batteryW
  decided.gridW = inputs.loadW + heatPumpW + evW - pvW - batteryW
  decided.heatW = heatPumpW > 0 ? heat.heatW : 0
  return decided
}

const smallest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

function decideHeat(config: PlantConfig, state: PlantState, inputs: MinuteInputs, control: PlantControl) {
  const { heatPump } = config
  if (!heatPump || activeValue(control.heatPumpOn, state.ts) === false) return { electricW: 0, heatW: 0 }
  const targetC = control.indoorTargetC ?? heatPump.targetC
  const heatW = state.heatPumpOn ? calculateHeatW(heatPump, targetC, inputs.outdoorC) : 0
  const waterW = inputs.hotWater ? heatPump.hotWaterW : 0
  return { electricW: heatW / calculateCop(inputs.outdoorC) + waterW, heatW }
}

function decideEv(
  config: PlantConfig,
  state: PlantState,
  inputs: MinuteInputs,
  control: PlantControl,
  surplusW: number,
) {
  const { ev } = config
  if (!ev || !inputs.evPresent || state.evRemainingWh <= 0) return 0
  if (control.evMode === 'off' || activeValue(control.evOn, state.ts) === false) return 0
  const setpointW = activeValue(control.evSetpointW, state.ts)
  const limitA = Math.min(ev.maxCurrentA, control.evCurrentLimitA ?? ev.maxCurrentA)
  const mostW = limitA * phaseVolts * ev.phases
  if (setpointW !== null) return toChargingPower(config, Math.min(mostW, setpointW))
  return toChargingPower(config, control.evMode === 'solar' ? Math.min(mostW, surplusW) : mostW)
}

/** The power itself, or none if it is too little for a car to charge. */
function toChargingPower(config: PlantConfig, powerW: number): number {
  return config.ev && powerW >= minCurrentA * phaseVolts * config.ev.phases ? powerW : 0
}

function decideBattery(needW: number, setpointW: number | null): number {
  if (setpointW !== null) return setpointW
  return needW > 0 ? Math.max(0, needW - gridBiasW) : Math.min(0, needW + gridBiasW)
}

/** How much the battery can give and take now, W. A full one takes exactly its own losses. */
export function findBatteryRange(config: PlantConfig, state: PlantState, control: PlantControl) {
  const { battery } = config
  if (!battery || battery.capacityWh <= 0) return { dischargeW: 0, chargeW: 0 }
  const { emptyWh, fullWh } = findBatteryBounds(config, control)
  const keepW = (battery.selfDischargePerHour * fullWh) / battery.chargeEfficiency
  return {
    dischargeW: state.batteryWh > emptyWh ? battery.maxDischargeW : 0,
    chargeW: state.batteryWh < fullWh ? battery.maxChargeW : Math.min(battery.maxChargeW, keepW),
  }
}

export function findBatteryBounds(
  config: PlantConfig,
  control: PlantControl,
): { emptyWh: number; fullWh: number } {
  const { battery } = config
  if (!battery) return { emptyWh: 0, fullWh: 0 }
  const fullWh = battery.socMax * battery.capacityWh
  return { emptyWh: Math.min(fullWh, (control.socMin ?? battery.socMin) * battery.capacityWh), fullWh }
}
