import { sumMoney } from '../exact-amount.ts'
import type { LoadProfile, MonthQuality } from '../load-profile.ts'
import { connectionPowerOf } from '../metering-point.ts'
import { findRate, type RateEntry } from '../rates/rate-book.ts'
import type { OldGroupRates } from '../rates/rate-file.ts'
import { calculateEnergyPart, type TariffEnergies, tariffEnergies } from './energy-part.ts'
import type { FeeContext } from './fee-context.ts'
import { buildLine, buildPart, type Factor, type FeePart } from './fee-line.ts'
import { finishMonth } from './finish-month.ts'
import { oldSystemSupportLevy } from './levies.ts'
import { findFixedBillingPower, measureBillingPowers } from './old-billing-power.ts'
import { findOldSystemGroup, isBilledByFuse, type OldSystemGroup } from './old-system-group.ts'
import { emptyMonth, type SystemMonth } from './system-month.ts'

/** The last day of the old system. */
export const oldSystemEnd = '2024-09-30'

/** Every month of a profile under the system until September 2024: one billing power, energy by high and low tariff. */
export function calculateOldSystem(profile: LoadProfile, context: FeeContext): SystemMonth[] {
  const group = oldGroupOf(context)
  const fixedKw = findFixedBillingPower(context.point, context.book)
  const measured =
    group === null || isBilledByFuse(group) ? null : measureBillingPowers(profile, group, context.book)
  return profile.months.map((load, place) =>
    calculateOldSystemMonth(
      load.month,
      load.quality.present > 0 ? tariffEnergies(load) : null,
      load.quality,
      { group, billingKw: measured ? measured[place]!.kw : fixedKw },
      context,
    ),
  )
}

export function oldGroupOf({ point }: FeeContext): OldSystemGroup | null {
  return findOldSystemGroup({
    ...point,
    isPublicCharging: point.isPublicCharging ?? false,
    connectionPowerKw: connectionPowerOf(point),
  })
}

/** One month; group, billing power and energies may be unknown. */
export function calculateOldSystemMonth(
  month: { key: string; firstDay: string },
  energies: TariffEnergies | null,
  quality: MonthQuality | null,
  { group, billingKw }: { group: OldSystemGroup | null; billingKw: number | null },
  context: FeeContext,
): SystemMonth {
  const result = emptyMonth(month, quality)
  const isAssumed = month.firstDay > oldSystemEnd && context.options.oldSystemAfterEnd === 'lastTable'
  const day = isAssumed ? oldSystemEnd : month.firstDay
  const table = findRate(context.book.oldSystem, day)
  const rates = group && (table?.groups[group] ?? null)
  if (isAssumed) result.assumption = 'lastOldTable'
  if (energies === null) result.missing.push({ kind: 'noReadings' })
  if (group === null) result.missing.push({ kind: 'oldGroupUnknown' })
  else if (rates === null) {
    result.missing.push({ kind: 'noTariff', rate: 'oldSystem', notes: table?.notes ?? [] })
  }
  if (energies && context.prices) {
    result.energy = calculateEnergyPart(energies, context.prices, context.point.tariffsCount)
  }
  if (table && rates) {
    if (energies) result.networkEnergy = energyPart(energies, rates, table, context)
    if (billingKw === null) result.missing.push({ kind: 'billingPowerUnknown' })
    else result.networkPower = powerPart(billingKw, isBilledByFuse(group), rates, table, context)
  }
  result.totalCost = sumMoney([
    ...(context.prices ? [result.energy] : []),
    result.networkEnergy,
    result.networkPower,
  ])
  const support =
    group === null || billingKw === null
      ? null
      : () => oldSystemSupportLevy(group, billingKw, month.firstDay, context)
  return finishMonth(result, month.firstDay, support, context)
}

/** The single tariff needs its own rate; groups without one are metered at high and low tariff. */
function energyPart(
  { vtKwh, mtKwh, etKwh }: TariffEnergies,
  rates: OldGroupRates,
  table: RateEntry<'oldSystem'>,
  { point }: FeeContext,
): FeePart | null {
  const rate = (value: number): Factor => ({
    name: 'energyRate',
    value,
    unit: 'EUR/kWh',
    rateId: table.id,
    confidence: table.confidence,
  })
  const energy = (value: number): Factor => ({ name: 'energy', value, unit: 'kWh' })
  if (point.tariffsCount === 1 && rates.et !== null) {
    if (etKwh === null) return null
    return buildPart([buildLine('networkEnergy', 'et', [energy(etKwh), rate(rates.et)])])
  }
  if (vtKwh === null || mtKwh === null) return null
  return buildPart([
    buildLine('networkEnergy', 'vt', [energy(vtKwh), rate(rates.vt)]),
    buildLine('networkEnergy', 'mt', [energy(mtKwh), rate(rates.mt)]),
  ])
}

/** Measured power above the connection power was charged a second time. */
function powerPart(
  billingKw: number,
  isByFuse: boolean,
  rates: OldGroupRates,
  table: RateEntry<'oldSystem'>,
  { point }: FeeContext,
): FeePart {
  const rate: Factor = {
    name: 'powerRate',
    value: rates.powerEurPerKw,
    unit: 'EUR/kW',
    rateId: table.id,
    confidence: table.confidence,
  }
  const lines = [
    buildLine('networkPower', 'month', [{ name: 'billingPower', value: billingKw, unit: 'kW' }, rate]),
  ]
  const connectionKw = connectionPowerOf(point)
  if (!isByFuse && connectionKw !== null && billingKw > connectionKw) {
    const aboveKw = Math.round((billingKw - connectionKw) * 1e6) / 1e6
    lines.push(
      buildLine('networkPower', 'aboveConnection', [
        { name: 'powerAboveConnection', value: aboveKw, unit: 'kW' },
        rate,
      ]),
    )
  }
  return buildPart(lines)
}
