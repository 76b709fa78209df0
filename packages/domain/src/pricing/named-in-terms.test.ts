import { expect, test } from 'vitest'
import { namedInTerms } from './named-in-terms.ts'
import type { EnergyPrice, PriceListTerms, TimeOfUsePrice } from './price-list-terms.ts'

const fixed: EnergyPrice = { kind: 'fixed', t0: '0.1', t1: null, t2: null }
const byPlan = (timePlanId: number): TimeOfUsePrice => ({
  ...{ kind: 'time_of_use', timePlanId, prices: [], substitute: null },
})
const spot = (region: string): EnergyPrice => ({
  ...{ kind: 'spot_market', region, factor: '1', markup: '0', substitute: null },
  ...{ floor: null, hourlyCap: null, monthlyCap: null },
})
const listOf = (part: Partial<PriceListTerms>): PriceListTerms => ({
  ...{ currency: 'EUR', isMultiTariff: false, buy: fixed, sell: null, hasExportPrice: false },
  ...{ buyFeePerKwh: '0', sellFeePerKwh: '0', monthlyFees: [], network: { kind: 'none' } },
  ...{ highTariff: { fromMinute: 360, toMinute: 1320, onWorkdaysOnly: true } },
  ...{ taxes: { published: false, rows: [] } },
  ...part,
})

test('finds what lists name for energy taken, for energy fed in and for the network, each once', () => {
  const network = { kind: 'entered', energy: byPlan(3), power: null, monthlyFee: null } as const
  const named = namedInTerms([
    listOf({ buy: spot('SI'), sell: byPlan(2) }),
    listOf({ currency: 'CHF', buy: byPlan(2), sell: spot('CH'), network }),
    listOf({ network: { kind: 'tariff', networkTariffId: 7 } }),
  ])
  expect(named).toEqual({
    timePlanIds: [2, 3],
    networkTariffIds: [7],
    regions: ['SI', 'CH'],
    currencies: ['EUR', 'CHF'],
  })
})

test('lists of fixed prices name nothing but their currency', () => {
  const nothing = { timePlanIds: [], networkTariffIds: [], regions: [] }
  expect(namedInTerms([listOf({}), listOf({})])).toEqual({ ...nothing, currencies: ['EUR'] })
})
