import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { findRate } from '@ohmstead/network-fee/rates/rate-book'
import { energyLevyLines } from '@ohmstead/network-fee/systems/levies'
import { calculateNetMetering } from '@ohmstead/network-fee/systems/net-metering'
import { type BilledMonths, compareMonths, type LoadCase } from '../../shared/what-if/load-case.ts'
import { resampleYears } from '../../shared/what-if/resample-years.ts'

const daysPerYear = 365.25

/**
 * The yearly saving of panels under the old scheme: over twelve months only import beyond export is paid, a
 * surplus is worth nothing; power is billed as for everyone. The bill without them is netted only at a point in the
 * scheme: otherwise netting itself would count as the panels' saving. Null if its tariff is unknown.
 */
export function compareNetMetering(
  { without, withPanels }: Record<'without' | 'withPanels', LoadCase>,
  none: BilledMonths,
  panels: BilledMonths,
  { hasNetMetering }: { hasNetMetering: boolean },
): number | null {
  const beforeEur = hasNetMetering ? payNetted(without) : none.energyEur.reduce((sum, eur) => sum + eur, 0)
  const afterEur = payNetted(withPanels)
  if (beforeEur === null || afterEur === null) return null
  const power = compareMonths(withPanels, none, panels).map((month) => ({ ...month, energyEur: 0 }))
  const days = withPanels.importKwh.length / 96
  return ((beforeEur - afterEur) * daysPerYear) / days + resampleYears(power)!.meanEur
}

/**
 * Energy, the network fee on it, levies and tax, settled over each year of the readings, not over calendar years, which a
 * range would split.
 */
function payNetted(netted: LoadCase): number | null {
  const { series, context, importKwh, exportKwh } = netted
  const milli = (kwh: Float64Array) => kwh.map((value) => Math.round(value * 1e6))
  const profile = buildLoadProfile(
    { ...series, importMilliWh: milli(importKwh), exportMilliWh: milli(exportKwh) },
    context.book,
  )
  const years = Math.max(1, Math.round(importKwh.length / 96 / daysPerYear))
  const perYear = Math.ceil(profile.months.length / years)
  const months = profile.months.map((load, place) => ({
    ...load,
    month: { ...load.month, year: Math.floor(place / perYear) },
  }))
  let paidEur = 0
  for (const { year, billedKwh, networkEnergy } of calculateNetMetering({ ...profile, months }, context)) {
    if (billedKwh === null || networkEnergy === null) return null
    const day = profile.months[Math.min((year + 1) * perYear, profile.months.length) - 1]!.month.firstDay
    const tax = context.options.vat ? 1 + (findRate(context.book.vat, day)?.rate ?? 0) : 1
    const supply = billedKwh * (singlePrice(netted) + (context.options.levies ? levyPrice(day, context) : 0))
    paidEur += (supply + networkEnergy.totalCost.amount) * tax
  }
  return paidEur
}

/** ET, or VT and MT by the import in each. */
function singlePrice({ profile, context }: LoadCase): number {
  const { et, vt, mt } = context.prices ?? { et: null, vt: null, mt: null }
  if (context.point.tariffsCount === 1) return et ?? 0
  const sum = (part: 'highTariffMilliWh' | 'lowTariffMilliWh') =>
    profile.months.reduce((all, month) => all + month[part], 0)
  const [high, low] = [sum('highTariffMilliWh'), sum('lowTariffMilliWh')]
  return high + low > 0 ? (high * (vt ?? 0) + low * (mt ?? 0)) / (high + low) : (vt ?? 0)
}

function levyPrice(day: string, context: LoadCase['context']): number {
  const found = energyLevyLines(1, day, context)
  if ('missing' in found) return 0
  return found.lines.reduce((sum, { factors }) => sum + factors.reduce((all, { value }) => all * value, 1), 0)
}
