import type {
  BatteryConfig,
  EvConfig,
  HeatPumpConfig,
  LoadKind,
  PlantConfig,
  PvConfig,
} from './plant-config.ts'

export const plantKinds = [
  'home-pv-battery',
  'home-heat-pump-ev',
  'home-complete',
  'apartment',
  'farm',
  'bakery',
  'office',
] as const
export type PlantKind = (typeof plantKinds)[number]

interface Preset {
  loadKind: LoadKind
  pv?: PvConfig
  battery?: BatteryConfig
  ev?: EvConfig
  heatPump?: HeatPumpConfig
}

const pv = (peakW: number, tiltDegrees: number, azimuthDegrees: number): PvConfig => ({
  peakW,
  tiltDegrees,
  azimuthDegrees,
  inverterW: Math.round(peakW * 0.9),
  temperatureCoefficient: -0.0035,
})

const battery = (capacityWh: number, powerW: number): BatteryConfig => ({
  capacityWh,
  maxChargeW: powerW,
  maxDischargeW: powerW,
  chargeEfficiency: 0.96,
  dischargeEfficiency: 0.955,
  selfDischargePerHour: 0.00004,
  socMin: 0.1,
  socMax: 1,
})

const homeCar: EvConfig = {
  phases: 3,
  maxCurrentA: 16,
  arrivalHour: 17.2,
  departureHour: 31.2,
  chance: [0.75, 0.7, 0.75, 0.7, 0.8, 0.4, 0.3],
  meanEnergyWh: 13_000,
}

const homeHeatPump: HeatPumpConfig = {
  lossWPerK: 185,
  massWhPerK: 9_500,
  maxHeatW: 9_000,
  targetC: 21.5,
  hotWaterW: 1_300,
}

const presets: Record<PlantKind, Preset> = {
  'home-pv-battery': { loadKind: 'home', pv: pv(9_900, 32, 165), battery: battery(10_200, 5_000) },
  'home-heat-pump-ev': { loadKind: 'home', ev: homeCar, heatPump: homeHeatPump },
  'home-complete': {
    loadKind: 'home',
    pv: pv(11_200, 28, 195),
    battery: battery(13_800, 6_000),
    ev: homeCar,
    heatPump: homeHeatPump,
  },
  apartment: { loadKind: 'apartment' },
  farm: { loadKind: 'farm', pv: pv(49_000, 20, 190) },
  bakery: { loadKind: 'bakery', pv: pv(24_000, 12, 200), battery: battery(40_000, 20_000) },
  office: {
    loadKind: 'office',
    pv: pv(30_000, 15, 180),
    ev: {
      phases: 3,
      maxCurrentA: 32,
      arrivalHour: 8.2,
      departureHour: 16.4,
      chance: [0.9, 0.9, 0.9, 0.9, 0.8, 0, 0],
      meanEnergyWh: 24_000,
    },
    heatPump: { lossWPerK: 520, massWhPerK: 34_000, maxHeatW: 26_000, targetC: 21, hotWaterW: 600 },
  },
}

export interface PlantPlace {
  seed: number
  weatherSeed: number
  latitude: number
  longitude: number
  timeZone: string
}

/** A plant of typical size for its kind; the meter has run for some years before. */
export function createPlantConfig(kind: PlantKind, place: PlantPlace, loadScale = 1): PlantConfig {
  const preset = presets[kind]
  return {
    ...place,
    ...preset,
    loadScale,
    hasUtilityMeter: true,
    firstImportWh: 4e6 + (place.seed % 97) * 1.7e5,
    firstExportWh: preset.pv ? 9e5 + (place.seed % 89) * 9e4 : 0,
  }
}
