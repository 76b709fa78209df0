import type { EnergyPrice, PriceListType } from '@ohmstead/domain/pricing/price-list-terms'

/** A price of a kind with nothing entered yet. */
export function emptyPrice(kind: PriceListType, isMultiTariff: boolean, region: string): EnergyPrice {
  if (kind === 'fixed')
    return {
      kind,
      t0: isMultiTariff ? null : '',
      t1: isMultiTariff ? '' : null,
      t2: isMultiTariff ? '' : null,
    }
  if (kind === 'time_of_use') return { kind, timePlanId: 0, prices: [], substitute: null }
  const none = { floor: null, hourlyCap: null, monthlyCap: null, substitute: null }
  return { kind, region, factor: '1', markup: '0', ...none }
}

/** The fixed prices that belong to one or two tariffs; what was entered stays where it still has a meaning. */
export function fitTariffs(price: EnergyPrice | null, isMultiTariff: boolean): EnergyPrice | null {
  if (price?.kind !== 'fixed') return price
  if (isMultiTariff) return { ...price, t0: null, t1: price.t1 ?? price.t0 ?? '', t2: price.t2 ?? '' }
  return { ...price, t0: price.t0 ?? price.t1 ?? '', t1: null, t2: null }
}
