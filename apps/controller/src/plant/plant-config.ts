import type { MeasuredSeries } from './measured-series.ts'

export type LoadKind = 'home' | 'apartment' | 'farm' | 'bakery' | 'office'

/** One photovoltaic plane behind one inverter. */
export interface PvConfig {
  /** Direct-current power of the modules at 1000 W/m² and 25 °C. */
  peakW: number
  /** 0 lies flat, 90 stands. */
  tiltDegrees: number
  /** Clockwise from north: 180 looks south. */
  azimuthDegrees: number
  /** Largest alternating-current power of the inverter. */
  inverterW: number
  /** Change of power per degree of cell temperature, −0.0035 for usual modules. */
  temperatureCoefficient: number
}

export interface BatteryConfig {
  capacityWh: number
  maxChargeW: number
  maxDischargeW: number
  /** Share of the charging energy that is stored. */
  chargeEfficiency: number
  /** Share of the stored energy that comes out. */
  dischargeEfficiency: number
  /** Share of the stored energy lost per hour. */
  selfDischargePerHour: number
  /** 0 … 1: the control does not discharge below, nor charge above. */
  socMin: number
  socMax: number
}

export interface EvConfig {
  phases: 1 | 3
  maxCurrentA: number
  /** Hours of the wall clock; a departure above 24 is on the next day. */
  arrivalHour: number
  departureHour: number
  /** Chance of a session by weekday, Monday first. */
  chance: readonly number[]
  meanEnergyWh: number
}

export interface HeatPumpConfig {
  /** Heat loss of the building in W per kelvin. */
  lossWPerK: number
  /** Heat that the building stores, Wh per kelvin. */
  massWhPerK: number
  maxHeatW: number
  targetC: number
  hotWaterW: number
}

export interface PlantConfig {
  seed: number
  /** Plants with the same number share the same sky. */
  weatherSeed: number
  latitude: number
  longitude: number
  timeZone: string
  loadKind: LoadKind
  /** Multiplies the base load of the kind. */
  loadScale: number
  /** A measured series replaces the modelled base load, and the sun if it has a yield column. */
  series?: MeasuredSeries
  pv?: PvConfig
  battery?: BatteryConfig
  ev?: EvConfig
  heatPump?: HeatPumpConfig
  /** A utility's meter also has registers by tariff, and shows whole watt-hours; a meter of the controller shows tenths. */
  hasUtilityMeter: boolean
  /** Registers of the meter when the plant begins, Wh. */
  firstImportWh: number
  firstExportWh: number
}
