import {
  addExact,
  type Exact,
  formatExact,
  multiplyExact,
  negateExact,
  parseExact,
  zero,
} from '@ohmstead/domain/money/exact'
import type { NetworkPowerPrice } from '@ohmstead/domain/pricing/price-list-terms'
import type { DirectionPrice, MissingPrice, PriceUnit } from '../price-component.ts'
import { energyComponent } from './energy-component.ts'
import {
  closeComponent,
  type OpenComponent,
  openComponent,
  type PriceFrame,
  unknownComponent,
} from './price-frame.ts'
import { publishedLevies, publishedNetwork } from './published-components.ts'

/** What a kilowatt-hour taken costs: the supplier's price first, then everything else. */
export function importComponents(frame: PriceFrame): OpenComponent[] {
  return [supplierComponent(frame), ...otherComponents(frame)]
}

/** The supplier's price of a kilowatt-hour taken, without fees and tax. */
export function supplierComponent(frame: PriceFrame): OpenComponent {
  return energyComponent(frame, frame.terms.list.terms.buy, { part: 'energy', ...listOrigin(frame) })
}

/** All but the supplier's price and the tax: the same for every quarter-hour of one block or tariff of a day. */
export function otherComponents(frame: PriceFrame): OpenComponent[] {
  const { network, taxes, buyFeePerKwh, monthlyFees } = frame.terms.list.terms
  return [
    ...networkComponents(frame),
    ...(network.kind === 'published' ? publishedNetwork(frame) : []),
    ...ofList(frame, 'fees', 'buyFee', '/kWh', buyFeePerKwh),
    ...monthlyFees.flatMap(({ name, amount }) => ofList(frame, 'fees', name, '/month', amount)),
    ...(taxes.published ? publishedLevies(frame) : []),
    ...frame.terms.rows.flatMap((row) => {
      const unit = unitOfRow[row.kind]
      if (unit === null) return []
      const { name, rate, validFrom, validTo } = row
      return ofList(frame, 'levies', name, unit, rate).map((one) => ({ ...one, validFrom, validTo }))
    }),
  ]
}

const unitOfRow = { per_kwh: '/kWh', per_kw_month: '/kW/month', per_month: '/month', vat: null } as const

/** What a kilowatt-hour fed in earns, without tax. */
export function exportComponents(frame: PriceFrame): OpenComponent[] {
  const { hasExportPrice, sell, sellFeePerKwh } = frame.terms.list.terms
  if (!hasExportPrice || !sell) return []
  const own = { ...frame, used: { ...frame.used, energy: frame.used.feedIn } }
  return [
    energyComponent(own, sell, { part: 'energy', ...listOrigin(frame) }),
    ...ofList(frame, 'fees', 'sellFee', '/kWh', formatExact(negateExact(parseExact(sellFeePerKwh)))),
  ]
}

/** Adds the tax on everything paid by the kilowatt-hour, and the sum. */
export function closeImport(frame: PriceFrame, components: OpenComponent[]): DirectionPrice {
  const { vat, vatMissing } = frame.terms
  const sum = sumPerKwh(components)
  if (vat === null && vatMissing === null) return closeDirection(components)
  const named = { part: 'vat', name: vat?.name ?? 'vat', unit: '/kWh' } as const
  if (vat === null || sum === null)
    return closeDirection([...components, unknownComponent(named, vatMissing ?? reasonOf(components))])
  const { source, confidence, validFrom, validTo, rate } = vat
  return closeDirection([
    ...components,
    { ...named, source, confidence, validFrom, validTo, rate: multiplyExact(sum, rate) },
  ])
}

/** The components as texts, with their sum per kWh; null if one of them is unknown. */
export function closeDirection(components: OpenComponent[]): DirectionPrice {
  const sum = sumPerKwh(components)
  return { components: components.map(closeComponent), total: sum && formatExact(sum) }
}

/** The sum of what is paid by the kilowatt-hour; null if a part of it is unknown. */
export function sumPerKwh(components: readonly OpenComponent[]): Exact | null {
  let sum = zero
  for (const { unit, rate } of components) {
    if (unit !== '/kWh') continue
    if (rate === null) return null
    sum = addExact(sum, rate)
  }
  return sum
}

function reasonOf(components: readonly OpenComponent[]): MissingPrice {
  return (
    components.find(({ unit, missing }) => unit === '/kWh' && missing)?.missing ?? { kind: 'noPriceList' }
  )
}

/** The distributor's prices of the list itself or of a kept tariff. */
function networkComponents(frame: PriceFrame): OpenComponent[] {
  const { network } = frame.terms
  if (network === null) return []
  const { prices, source, currency, tariffId, validFrom, validTo } = network
  if (prices === null) {
    const named = { part: 'networkEnergy', name: 'energy', unit: '/kWh' } as const
    return [unknownComponent(named, { kind: 'noTariff', networkTariffId: tariffId })]
  }
  const dated = { source, validFrom, validTo, confidence: null }
  return [
    ...(prices.energy
      ? [
          energyComponent(frame, prices.energy, {
            part: 'networkEnergy',
            source,
            currency,
            validFrom,
            validTo,
          }),
        ]
      : []),
    ...(prices.power
      ? [
          openComponent(
            frame,
            { part: 'networkPower', name: nameOfPower(prices.power), unit: '/kW/month', ...dated },
            prices.power.perKwMonth,
            currency,
          ),
        ]
      : []),
    ...(prices.monthlyFee === null
      ? []
      : [
          openComponent(
            frame,
            { part: 'fees', name: 'networkMonthlyFee', unit: '/month', ...dated },
            prices.monthlyFee,
            currency,
          ),
        ]),
  ]
}

const nameOfPower = ({ basis }: NetworkPowerPrice) => (basis === 'agreed' ? 'agreed' : 'monthlyPeak')

function listOrigin({ terms: { list, listSource } }: PriceFrame) {
  const { validFrom, validTo } = list
  return { source: listSource, currency: list.terms.currency, validFrom, validTo }
}

/** An amount of the list; nothing if it is zero. */
function ofList(
  frame: PriceFrame,
  part: 'fees' | 'levies',
  name: string,
  unit: PriceUnit,
  rate: string,
): OpenComponent[] {
  const exact = parseExact(rate)
  if (exact.digits === 0n) return []
  const { source, currency, validFrom, validTo } = listOrigin(frame)
  return [
    openComponent(frame, { part, name, unit, source, validFrom, validTo, confidence: null }, exact, currency),
  ]
}
