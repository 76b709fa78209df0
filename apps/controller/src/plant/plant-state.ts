import type { PlantConfig } from './plant-config.ts'

/** The complete state of a plant at an instant, as plain numbers so that it can be stored and resumed. */
export interface PlantState {
  ts: number
  batteryWh: number
  indoorC: number
  heatPumpOn: boolean
  /** Arrival of the connected car, 0 for none; its remaining demand and its energy so far, Wh. */
  evArrivalMs: number
  evRemainingWh: number
  evSessionWh: number
  /** Registers: integrals of the powers since the beginning, Wh, never falling. */
  importT1Wh: number
  importT2Wh: number
  exportT1Wh: number
  exportT2Wh: number
  productionWh: number
  chargeWh: number
  dischargeWh: number
  selfDischargeWh: number
  loadWh: number
  evWh: number
  heatPumpWh: number
}

export function createPlantState(config: PlantConfig, ts: number): PlantState {
  return {
    ts,
    batteryWh: config.battery ? 0.5 * config.battery.capacityWh : 0,
    indoorC: config.heatPump?.targetC ?? 21,
    heatPumpOn: false,
    evArrivalMs: 0,
    evRemainingWh: 0,
    evSessionWh: 0,
    importT1Wh: 0.55 * config.firstImportWh,
    importT2Wh: 0.45 * config.firstImportWh,
    exportT1Wh: 0.7 * config.firstExportWh,
    exportT2Wh: 0.3 * config.firstExportWh,
    productionWh: 0,
    chargeWh: 0,
    dischargeWh: 0,
    selfDischargeWh: 0,
    loadWh: 0,
    evWh: 0,
    heatPumpWh: 0,
  }
}

/** Powers in W with the signs of the link: into the house positive for grid, sun and battery; loads positive. */
export interface PlantPowers {
  gridW: number
  pvW: number
  batteryW: number
  loadW: number
  evW: number
  heatPumpW: number
}
