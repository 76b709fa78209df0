import { household } from '@ohmstead/network-fee/testing/test-series'

/** A house without panels, over a year that was read. */
export const solarHouse = household([6, 6, 6, 6, 6])
export const solarBase = {
  point: solarHouse,
  prices: { vt: 0.1, mt: 0.1, et: null },
  hasAssumedPrices: false,
  hasNetMetering: false,
  adviceFrom: '2026-12-01',
}
export const solarDays = { from: '2025-01-01', to: '2025-12-31' }
