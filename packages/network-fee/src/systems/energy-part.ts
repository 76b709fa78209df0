import type { MonthLoad } from '../load-profile.ts'
import { NetworkFeeError } from '../network-fee-error.ts'
import type { EnergyPrices } from './fee-context.ts'
import { buildLine, buildPart, type FeeLine, type FeePart } from './fee-line.ts'

/** Energy at high, low and single tariff, kWh; null if a register is not read. */
export interface TariffEnergies {
  vtKwh: number | null
  mtKwh: number | null
  etKwh: number | null
}

export function tariffEnergies(load: MonthLoad): TariffEnergies {
  return {
    vtKwh: load.highTariffMilliWh / 1e6,
    mtKwh: load.lowTariffMilliWh / 1e6,
    etKwh: (load.highTariffMilliWh + load.lowTariffMilliWh) / 1e6,
  }
}

/** Refuses a required price that is missing or negative, before any calculation. */
export function checkEnergyPrices(prices: EnergyPrices | null, tariffsCount: 1 | 2): void {
  if (prices === null) return
  for (const tariff of requiredTariffs(tariffsCount)) {
    const price = prices[tariff]
    if (price === null) throw new NetworkFeeError('energy_price_missing', { tariff })
    if (!(price >= 0)) throw new NetworkFeeError('energy_price_negative', { tariff, price })
  }
}

/** The supplier's lines: ET with one tariff, VT and MT with two; null if an energy or a price is unknown. */
export function calculateEnergyPart(
  energies: TariffEnergies,
  prices: EnergyPrices,
  tariffsCount: 1 | 2,
): FeePart | null {
  const kwh = { vt: energies.vtKwh, mt: energies.mtKwh, et: energies.etKwh }
  const lines: FeeLine[] = []
  for (const tariff of requiredTariffs(tariffsCount)) {
    const [value, price] = [kwh[tariff], prices[tariff]]
    if (value === null || price === null) return null
    lines.push(
      buildLine('energy', tariff, [
        { name: 'energy', value, unit: 'kWh' },
        { name: 'supplierPrice', value: price, unit: 'EUR/kWh' },
      ]),
    )
  }
  return buildPart(lines)
}

function requiredTariffs(tariffsCount: 1 | 2): ('vt' | 'mt' | 'et')[] {
  return tariffsCount === 1 ? ['et'] : ['vt', 'mt']
}
