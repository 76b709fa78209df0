import type { MoneyView } from '@ohmstead/contract/money'

/** A home in the middle of April that pays in euro, with a forecast and without a budget. */
export function createMoney(change: Partial<MoneyView> = {}): MoneyView {
  return {
    time_zone: 'Europe/Ljubljana',
    month: '2026-04',
    until: Date.parse('2026-04-16T12:00+02:00'),
    currency: 'EUR',
    today: { importCost: '1.234', exportRevenue: '0.5', payable: '0.734' },
    month_so_far: {
      ...{ importCost: '40.123', exportRevenue: '6', payable: '34.12' },
      ...{ isProvisional: false, estimatedShare: 0, missingShare: 0 },
    },
    forecast: {
      payable: { low: '60.10', middle: '66.20', high: '73.30' },
      importCost: { low: '72.00', middle: '78.00', high: '85.00' },
      exportRevenue: { low: '10.00', middle: '12.00', high: '14.00' },
    },
    noForecast: null,
    basis: { recentDays: 55, lastYearDays: 0, drawnDays: 15, unreadQuarterHours: 0, draws: 41 },
    ...{ missing: [], caveats: [], budget: null },
    ...change,
  }
}
