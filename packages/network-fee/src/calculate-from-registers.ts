import { firstDayOf, formatMonthKey } from './calendar/month-key.ts'
import { isHighSeasonMonth } from './calendar/time-block.ts'
import { sumMoney } from './exact-amount.ts'
import { connectionPowerOf, type MeteringPoint } from './metering-point.ts'
import { publishedRates } from './rates/published-rates.ts'
import { findRate, type RateBook, type RateEntry } from './rates/rate-book.ts'
import { type RateReference, referToRates } from './rates/rate-reference.ts'
import { calculateEnergyPart, checkEnergyPrices, type TariffEnergies } from './systems/energy-part.ts'
import {
  defaultFeeOptions,
  type EnergyPrices,
  type FeeContext,
  type FeeOptions,
} from './systems/fee-context.ts'
import { buildLine, buildPart, type FeePart } from './systems/fee-line.ts'
import { finishMonth } from './systems/finish-month.ts'
import { newSystemSupportLevy } from './systems/levies.ts'
import { findFixedBillingPower } from './systems/old-billing-power.ts'
import { calculateOldSystemMonth, oldGroupOf } from './systems/old-system.ts'
import { isBilledByFuse } from './systems/old-system-group.ts'
import { sumSystem } from './systems/sum-system.ts'
import { emptyMonth, type SystemMonth, type SystemMonths, type SystemTotal } from './systems/system-month.ts'

/** What the registers counted in a calendar month, milliwatt-hours; null for a register that does not exist. */
export interface RegisterMonth {
  year: number
  month: number
  vtMilliWh: number | null
  mtMilliWh: number | null
  etMilliWh: number | null
}

export interface RegisterQuestion {
  months: RegisterMonth[]
  point: MeteringPoint
  energyPrices: EnergyPrices | null
  options?: Partial<FeeOptions>
  rates?: RateBook
}

/** Without quarter-hours there is no excess to find and nothing to optimise. */
export interface RegisterResult {
  newSystem: SystemMonths
  oldSystem: SystemMonths
  optimizedSystem: null
  customSystem: null
  totals: { newSystem: SystemTotal; oldSystem: SystemTotal }
  rates: Record<string, RateReference>
}

/**
 * Both systems for a point without quarter-hour metering (act art. 14): power is billed as a share of the connection
 * power all year, energy by the registers. EUR without VAT except for the requested lines.
 */
export function calculateFromRegisters(question: RegisterQuestion): RegisterResult {
  const { point, rates: book = publishedRates } = question
  checkEnergyPrices(question.energyPrices, point.tariffsCount)
  const context: FeeContext = {
    point,
    prices: question.energyPrices,
    options: { ...defaultFeeOptions, ...question.options },
    book,
    registerImportMilliWh: {},
  }
  const newSystem = question.months.map((month) => newSystemMonth(month, context))
  const oldSystem = question.months.map((month) => oldSystemMonth(month, context))
  const byKey = (months: SystemMonth[]) => Object.fromEntries(months.map((month) => [month.month, month]))
  return {
    newSystem: byKey(newSystem),
    oldSystem: byKey(oldSystem),
    optimizedSystem: null,
    customSystem: null,
    totals: {
      newSystem: sumSystem(newSystem, context.options),
      oldSystem: sumSystem(oldSystem, context.options),
    },
    rates: referToRates([...newSystem, ...oldSystem], book),
  }
}

function frameOf({ year, month }: RegisterMonth) {
  return { key: formatMonthKey(year, month), firstDay: firstDayOf(year, month), year, month }
}

/** A single register counts both tariffs; two registers add up to the single one. */
function energiesOf({ vtMilliWh, mtMilliWh, etMilliWh }: RegisterMonth): TariffEnergies {
  const both = vtMilliWh === null || mtMilliWh === null ? null : vtMilliWh + mtMilliWh
  const kwh = (milliWh: number | null) => (milliWh === null ? null : milliWh / 1e6)
  return { vtKwh: kwh(vtMilliWh), mtKwh: kwh(mtMilliWh), etKwh: kwh(etMilliWh ?? both) }
}

function newSystemMonth(register: RegisterMonth, context: FeeContext): SystemMonth {
  const { point, book, prices } = context
  const frame = frameOf(register)
  const result = emptyMonth(frame, null)
  const energies = energiesOf(register)
  const rates = findRate(
    book.withoutQuarterHourMetering,
    frame.firstDay,
    ({ userGroup }) => userGroup === point.userGroup,
  )
  const notes = rates?.notes ?? []
  if (prices) result.energy = calculateEnergyPart(energies, prices, point.tariffsCount)
  const billedKw = rates && shareOfConnection(point, rates)
  if (rates) result.networkEnergy = energyPart(energies, rates, point.tariffsCount)
  if (rates && billedKw !== null) result.networkPower = powerPart(billedKw, rates)
  if (billedKw === null && rates) result.missing.push({ kind: 'billingPowerUnknown' })
  else if (result.networkPower === null || result.networkEnergy === null) {
    result.missing.push({ kind: 'noTariff', rate: 'withoutQuarterHourMetering', notes })
  }
  result.powerOrigin = billedKw === null ? null : 'connectionShare'
  result.totalCost = sumMoney([...(prices ? [result.energy] : []), result.networkEnergy, result.networkPower])
  const season = { ...frame, isHighSeason: isHighSeasonMonth(frame.firstDay, book) }
  const support =
    billedKw === null
      ? null
      : () =>
          newSystemSupportLevy(
            season,
            [billedKw, billedKw, billedKw, billedKw, billedKw],
            frame.firstDay,
            context,
          )
  return finishMonth(result, frame.firstDay, support, context)
}

function shareOfConnection(
  point: MeteringPoint,
  { connectionShares }: RateEntry<'withoutQuarterHourMetering'>,
): number | null {
  const connectionKw = connectionPowerOf(point)
  if (connectionKw === null) return null
  const found = connectionShares.find(
    ({ phases, maxConnectionKw }) => phases === point.phases && connectionKw <= maxConnectionKw,
  )
  return found ? Math.round(found.share * connectionKw * 1e6) / 1e6 : null
}

function energyPart(
  { vtKwh, mtKwh, etKwh }: TariffEnergies,
  rates: RateEntry<'withoutQuarterHourMetering'>,
  tariffsCount: 1 | 2,
): FeePart | null {
  const { vt, mt, et } = rates.energyEurPerKwh
  const line = (category: 'vt' | 'mt' | 'et', kwh: number, rate: number) =>
    buildLine('networkEnergy', category, [
      { name: 'energy', value: kwh, unit: 'kWh' },
      {
        name: 'energyRate',
        value: rate,
        unit: 'EUR/kWh',
        rateId: rates.id,
        confidence: rates.confidence,
      },
    ])
  if (tariffsCount === 1) return etKwh === null || et === null ? null : buildPart([line('et', etKwh, et)])
  if (vtKwh === null || mtKwh === null || vt === null || mt === null) return null
  return buildPart([line('vt', vtKwh, vt), line('mt', mtKwh, mt)])
}

function powerPart(billedKw: number, rates: RateEntry<'withoutQuarterHourMetering'>): FeePart | null {
  if (rates.powerEurPerKw === null) return null
  return buildPart([
    buildLine('networkPower', 'month', [
      { name: 'billedPower', value: billedKw, unit: 'kW' },
      {
        name: 'powerRate',
        value: rates.powerEurPerKw,
        unit: 'EUR/kW',
        rateId: rates.id,
        confidence: rates.confidence,
      },
    ]),
  ])
}

/** Measured groups of the old system cannot be billed without quarter-hours. */
function oldSystemMonth(register: RegisterMonth, context: FeeContext): SystemMonth {
  const group = oldGroupOf(context)
  const isByFuse = group !== null && isBilledByFuse(group)
  const billingKw = isByFuse ? findFixedBillingPower(context.point, context.book) : null
  return calculateOldSystemMonth(frameOf(register), energiesOf(register), null, { group, billingKw }, context)
}
