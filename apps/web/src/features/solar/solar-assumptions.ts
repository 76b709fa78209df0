import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { Investment } from '@ohmstead/optimizer/assess-investment'
import type { Mounting } from '@ohmstead/optimizer/solar/cell-temperature'
import { defaultLosses } from '@ohmstead/optimizer/solar/pvwatts-power'
import type { CaseBase } from '../../shared/what-if/build-case.ts'
import type { SolarQuestion } from './estimate-solar.ts'
import { findTownOf } from './slovenian-towns.ts'

/** All numbers a person may change; money in EUR, directions as compass bearings in degrees. */
export interface SolarNumbers {
  latitude: number
  longitude: number
  kWp: number
  tilt: number
  azimuth: number
  lossesPercent: number
  inverterKw: number
  eurPerKwp: number
  fixedEur: number
  subsidyEur: number
  operatingEur: number
  inverterYear: number
  inverterEur: number
  lifetimeYears: number
  fadePercent: number
  discountPercent: number
  growthPercent: number
  feedInEurPerKwh: number
  /** 0 for no battery. */
  batteryKwh: number
  batteryKw: number
  batteryPercent: number
  batteryEurPerKwh: number
  batteryFixedEur: number
}

export interface SolarAssumptions extends SolarNumbers {
  mounting: Mounting
  levies: boolean
  vat: boolean
}

const householdUpToKw = 43

/** Panels of a typical size for the roof or connection; the place from the address of the point. */
export function defaultSolarAssumptions(point: MeteringPoint, address: string | null): SolarAssumptions {
  const connectionKw = point.connectionPowerKw ?? 0
  const isSmall = point.isHousehold || connectionKw <= householdUpToKw
  const kWp = isSmall ? 8 : Math.max(10, Math.round(connectionKw / 4))
  const { town } = findTownOf(address)
  return {
    latitude: town.latitude,
    longitude: town.longitude,
    kWp,
    tilt: 30,
    azimuth: 180,
    lossesPercent: Math.round(defaultLosses * 1000) / 10,
    inverterKw: kWp,
    mounting: 'closeToRoof',
    eurPerKwp: isSmall ? 1000 : 750,
    fixedEur: isSmall ? 1500 : 5000,
    subsidyEur: 0,
    operatingEur: isSmall ? 50 : Math.round(kWp * 8),
    inverterYear: 13,
    inverterEur: isSmall ? 1200 : Math.round(kWp * 80),
    lifetimeYears: 25,
    fadePercent: 0.5,
    discountPercent: 3,
    growthPercent: 0,
    feedInEurPerKwh: 0.03,
    batteryKwh: 0,
    batteryKw: 5,
    batteryPercent: 90,
    batteryEurPerKwh: 450,
    batteryFixedEur: 1500,
    // As in the calculation and the portfolio, so that a saving is one figure everywhere, for a business as well.
    levies: true,
    vat: true,
  }
}

export function buildSolarQuestion(
  base: CaseBase,
  assumed: SolarAssumptions,
  days: { from: string; to: string },
): SolarQuestion {
  const { batteryKwh, batteryKw } = assumed
  return {
    point: base.point,
    prices: base.prices,
    adviceFrom: base.adviceFrom,
    levies: assumed.levies,
    vat: assumed.vat,
    feedInEurPerKwh: assumed.feedInEurPerKwh,
    latitude: assumed.latitude,
    longitude: assumed.longitude,
    from: days.from,
    to: days.to,
    hasNetMetering: base.hasNetMetering,
    plant: {
      plane: { tilt: assumed.tilt, azimuth: assumed.azimuth },
      peakW: assumed.kWp * 1000,
      // The model's limit is on the DC side; the inverter's own power is on the AC side.
      inverterLimitW: (assumed.inverterKw * 1000) / inverterEfficiency,
      inverterEfficiency,
      losses: assumed.lossesPercent / 100,
      mounting: assumed.mounting,
    },
    battery:
      batteryKwh > 0
        ? {
            capacityKwh: batteryKwh,
            chargeKw: batteryKw,
            dischargeKw: batteryKw,
            roundTrip: assumed.batteryPercent / 100,
            standbyW: standbyOfBatteryW,
            wearEurPerKwh: wearOfBatteryEur,
          }
        : null,
  }
}

const inverterEfficiency = 0.96
export const standbyOfBatteryW = 15
const wearOfBatteryEur = 0.01

export function buildSolarInvestment(assumed: SolarAssumptions, hasBattery: boolean): Investment {
  const battery = hasBattery ? assumed.batteryFixedEur + assumed.batteryEurPerKwh * assumed.batteryKwh : 0
  const lifetimeYears = Math.round(assumed.lifetimeYears)
  const inverter = { year: Math.round(assumed.inverterYear), priceEur: assumed.inverterEur }
  // A battery lives shorter than panels: it is replaced once.
  const renewed = { year: batteryLifeYears, priceEur: battery }
  return {
    priceEur: assumed.fixedEur + assumed.eurPerKwp * assumed.kWp + battery,
    subsidyEur: assumed.subsidyEur,
    operatingEur: assumed.operatingEur,
    replacements: [inverter, ...(hasBattery ? [renewed] : [])].filter(
      ({ year, priceEur }) => priceEur > 0 && year < lifetimeYears,
    ),
    lifetimeYears,
    fadePerYear: assumed.fadePercent / 100,
    discountRate: assumed.discountPercent / 100,
    priceGrowth: assumed.growthPercent / 100,
  }
}

export const batteryLifeYears = 15
