import { checkValue, nameRules } from '../forms/form-rules.ts'
import { checkEnergyPrice, type FindBlocks, type PriceRules } from './check-energy-price.ts'
import { type CurrencyCode, currencyDecimals } from './currencies.ts'
import type { NetworkPrices, NetworkTariff, PriceListTerms, TaxRow } from './price-list-terms.ts'
import {
  checkDays,
  checkDecimal,
  checkWhole,
  collectProblems,
  type Report,
  type TermsProblems,
} from './terms-problems.ts'
import { minutesPerDay } from './time-plan.ts'

const mostRows = 50
const largestAmount = 1_000_000_000

/** The largest price per kWh that is no slip of the keyboard: a hundred, in currencies of small units ten thousand. */
export function largestPrice(currency: CurrencyCode): number {
  return ['HUF', 'ISK', 'JPY', 'RUB', 'CZK', 'UAH', 'TRY'].includes(currency) ? 10_000 : 100
}

/** What is wrong with the terms of a price list; empty if they can be used. `findBlocks` knows the time-of-use plans. */
export function checkTerms(terms: PriceListTerms, findBlocks: FindBlocks | null = null): TermsProblems {
  const { problems, report } = collectProblems()
  if (!(terms.currency in currencyDecimals)) report('currency', 'required')
  const largest = largestPrice(terms.currency)
  const price = { min: -largest, max: largest }
  const { isMultiTariff, highTariff, network } = terms
  const rules: PriceRules = { largest, isMultiTariff, blockType: 'PRICING_ENERGY', findBlocks }
  checkWhole(report, 'highTariff.fromMinute', highTariff.fromMinute, { min: 0, max: minutesPerDay - 1 })
  checkWhole(report, 'highTariff.toMinute', highTariff.toMinute, { min: 1, max: minutesPerDay })
  if (highTariff.toMinute <= highTariff.fromMinute) report('highTariff.toMinute', 'range_reversed')
  checkEnergyPrice(report, 'buy', terms.buy, rules)
  if (terms.sell) checkEnergyPrice(report, 'sell', terms.sell, { ...rules, allowsSingle: true })
  else if (terms.hasExportPrice) report('sell', 'required')
  checkDecimal(report, 'buyFeePerKwh', terms.buyFeePerKwh, price)
  checkDecimal(report, 'sellFeePerKwh', terms.sellFeePerKwh, price)
  if (terms.monthlyFees.length > mostRows) report('monthlyFees', 'max_value', { max: mostRows })
  terms.monthlyFees.forEach(({ name, amount }, place) => {
    checkName(report, `monthlyFees.${place}.name`, name)
    checkDecimal(report, `monthlyFees.${place}.amount`, amount, amounts)
  })
  if (network.kind === 'tariff' && !(network.networkTariffId >= 1))
    report('network.networkTariffId', 'required')
  if (network.kind === 'entered') checkPrices(report, 'network.', network, rules, true)
  checkTaxes(report, terms.taxes.rows, largest)
  return problems
}

/** The country whose network rates, levies and VAT are published. */
export const publishedCountry = 'SI'

/** Published rates that a price list of another country names: none are published there, and it would charge nothing. */
export function checkPublished(
  countryCode: string,
  { network, taxes }: Pick<PriceListTerms, 'network' | 'taxes'>,
): TermsProblems {
  const { problems, report } = collectProblems()
  if (countryCode === publishedCountry) return problems
  if (network.kind === 'published') report('network.kind', 'is_not')
  if (taxes.published) report('taxes.published', 'is_not')
  return problems
}

/** What is wrong with the dated prices of a network tariff; periods never overlap. */
export function checkNetworkTariff(
  { currency, periods }: Pick<NetworkTariff, 'currency' | 'periods'>,
  findBlocks: FindBlocks | null = null,
): TermsProblems {
  const { problems, report } = collectProblems()
  const largest = largestPrice(currency)
  if (periods.length === 0) report('periods', 'required')
  if (periods.length > mostRows) report('periods', 'max_value', { max: mostRows })
  periods.forEach((period, place) => {
    const path = `periods.${place}.`
    checkDays(report, path, period)
    if (period.source.trim() === '') report(`${path}source`, 'required')
    const rules: PriceRules = { largest, isMultiTariff: true, blockType: 'PRICING_NETWORK', findBlocks }
    checkPrices(report, `${path}prices.`, period.prices, rules, false)
    if (periods.slice(0, place).some((other) => overlaps(other, period))) report(`${path}validFrom`, 'is_not')
  })
  return problems
}

const amounts = { min: -largestAmount, max: largestAmount }
const powers = { min: 0, max: 1_000_000 }

/** `needsPower`: the agreed power is entered with the price, not known from the location. */
function checkPrices(
  report: Report,
  path: string,
  { energy, power, monthlyFee }: NetworkPrices,
  rules: PriceRules,
  needsPower: boolean,
): void {
  // The distributor may have other tariffs than the supplier: what is entered tells which.
  const isDouble = energy?.kind === 'fixed' && (energy.t1 !== null || energy.t2 !== null)
  const own: PriceRules = {
    ...rules,
    isMultiTariff: rules.isMultiTariff || isDouble,
    allowsSingle: true,
    blockType: 'PRICING_NETWORK',
  }
  if (energy) checkEnergyPrice(report, `${path}energy`, energy, own)
  checkDecimal(report, `${path}monthlyFee`, monthlyFee, { ...amounts, isRequired: false })
  if (!power) return
  checkDecimal(report, `${path}power.perKwMonth`, power.perKwMonth, amounts)
  checkWhole(report, `${path}power.peaks`, power.peaks, { min: 1, max: 100 })
  const isRequired = needsPower && power.basis === 'agreed'
  checkDecimal(report, `${path}power.agreedKw`, power.agreedKw, { ...powers, isRequired })
}

function checkTaxes(report: Report, rows: readonly TaxRow[], largest: number): void {
  if (rows.length > mostRows) report('taxes.rows', 'max_value', { max: mostRows })
  rows.forEach((row, place) => {
    const path = `taxes.rows.${place}.`
    checkName(report, `${path}name`, row.name)
    checkDays(report, path, row)
    const most = row.kind === 'vat' ? 100 : row.kind === 'per_kwh' ? largest : largestAmount
    checkDecimal(report, `${path}rate`, row.rate, { min: row.kind === 'vat' ? 0 : -most, max: most })
    const isSecond = rows.slice(0, place).some((other) => other.kind === 'vat' && overlaps(other, row))
    if (row.kind === 'vat' && isSecond) report(`${path}validFrom`, 'is_not')
  })
}

function checkName(report: Report, path: string, name: string): void {
  const broken = checkValue(name, nameRules(100))
  if (broken) report(path, broken.rule, broken.params)
}

interface Days {
  validFrom: string
  validTo: string | null
}

/** Whether two stretches of inclusive days share a day. */
export function overlaps(a: Days, b: Days): boolean {
  return (b.validTo === null || a.validFrom <= b.validTo) && (a.validTo === null || b.validFrom <= a.validTo)
}
