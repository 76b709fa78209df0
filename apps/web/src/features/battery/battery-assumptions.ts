import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { Investment } from '@ohmstead/optimizer/assess-investment'
import type { BatterySize } from '@ohmstead/optimizer/sweep-battery-sizes'
import type { CaseBase } from '../../shared/what-if/build-case.ts'
import type { SweepQuestion } from './sweep-battery.ts'

/** All numbers a person may change; money in EUR. */
export interface BatteryNumbers {
  largestKwh: number
  /** Power per capacity, kW per kWh; unused if a power is fixed. */
  kwPerKwh: number
  fixedKw: number
  roundTripPercent: number
  standbyW: number
  wearEurPerKwh: number
  calendarFadePercent: number
  /** Of the capacity, in 1,000 full cycles. */
  cycleFadePercent: number
  lifetimeYears: number
  eurPerKwh: number
  fixedEur: number
  subsidyEur: number
  operatingEur: number
  discountPercent: number
  growthPercent: number
  feedInEurPerKwh: number
}

export interface BatteryAssumptions extends BatteryNumbers {
  hasFixedPower: boolean
  levies: boolean
  vat: boolean
}

const sizesShown = 15
const householdUpToKw = 43

/** A household's battery, or one for the size of the connection; a household's prices include tax. */
export function defaultAssumptions(point: MeteringPoint): BatteryAssumptions {
  const connectionKw = point.connectionPowerKw ?? 0
  const isSmall = point.isHousehold || connectionKw <= householdUpToKw
  return {
    largestKwh: isSmall ? 30 : roundUp(connectionKw * 2),
    kwPerKwh: 0.5,
    fixedKw: isSmall ? 5 : Math.round(connectionKw / 4),
    hasFixedPower: false,
    roundTripPercent: 90,
    standbyW: isSmall ? 15 : 60,
    wearEurPerKwh: 0.01,
    calendarFadePercent: 1,
    cycleFadePercent: 2,
    lifetimeYears: 15,
    eurPerKwh: isSmall ? 450 : 350,
    fixedEur: isSmall ? 1500 : 8000,
    subsidyEur: 0,
    operatingEur: 0,
    discountPercent: 3,
    growthPercent: 0,
    feedInEurPerKwh: 0.03,
    // As in the calculation and the portfolio, so that a saving is one figure everywhere, for a business as well.
    levies: true,
    vat: true,
  }
}

/** Up to 1, 1.5, 2, 3, 4.5, 6, 7.5 times a power of ten, which divide well into fifteen parts. */
function roundUp(kwh: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(kwh, 1)))
  return ([1.5, 3, 4.5, 6, 7.5, 15].find((factor) => factor * power >= kwh) ?? 15) * power
}

/** Fifteen sizes in even steps up to the largest. */
export function listSizes({
  largestKwh,
  hasFixedPower,
  fixedKw,
  kwPerKwh,
}: BatteryAssumptions): BatterySize[] {
  return Array.from({ length: sizesShown }, (_, place) => {
    const capacityKwh = Math.round(((place + 1) * largestKwh * 1000) / sizesShown) / 1000
    const power = hasFixedPower ? fixedKw : capacityKwh * kwPerKwh
    return { capacityKwh, chargeKw: power, dischargeKw: power }
  })
}

export function buildQuestion(base: CaseBase, assumed: BatteryAssumptions): SweepQuestion {
  return {
    point: base.point,
    prices: base.prices,
    adviceFrom: base.adviceFrom,
    levies: assumed.levies,
    vat: assumed.vat,
    feedInEurPerKwh: assumed.feedInEurPerKwh,
    kind: {
      roundTrip: assumed.roundTripPercent / 100,
      standbyW: assumed.standbyW,
      wearEurPerKwh: assumed.wearEurPerKwh,
    },
    sizes: listSizes(assumed),
  }
}

/** The price of a size, and how its savings age: with time and with use. */
export function buildInvestment(
  assumed: BatteryAssumptions,
  { capacityKwh, fullCyclesPerYear }: { capacityKwh: number; fullCyclesPerYear: number },
): Investment {
  const fadePercent = assumed.calendarFadePercent + (assumed.cycleFadePercent * fullCyclesPerYear) / 1000
  return {
    priceEur: assumed.fixedEur + assumed.eurPerKwh * capacityKwh,
    subsidyEur: assumed.subsidyEur,
    operatingEur: assumed.operatingEur,
    replacements: [],
    lifetimeYears: Math.round(assumed.lifetimeYears),
    fadePerYear: Math.min(fadePercent / 100, 1),
    discountRate: assumed.discountPercent / 100,
    priceGrowth: assumed.growthPercent / 100,
  }
}
