import type { MoneyNowView } from '@ohmstead/contract/money'

const quarterMs = 900_000

/** Below that it would be shown as nothing. */
const leastShown = 0.005

/** What the power of now costs or earns in an hour, at the price that other pages show. */
export interface HourlyMoney {
  kind: 'paying' | 'earning'
  amount: number
}

/** Null if power or price is unknown, or neither costs anything. Power from the grid at a negative price earns. */
export function findHourlyMoney(
  gridW: number | null,
  prices: MoneyNowView['prices'],
  nowMs: number,
): HourlyMoney | null {
  if (gridW === null) return null
  const place = Math.floor((nowMs - prices.from) / quarterMs)
  const price = (gridW > 0 ? prices.importPrices : prices.exportPrices)[place]
  if (price === undefined || price === null) return null
  // Positive is paid: from the grid at a price, or into it at a negative one.
  const paid = (gridW / 1000) * price
  if (Math.abs(paid) < leastShown) return null
  return { kind: paid > 0 ? 'paying' : 'earning', amount: Math.abs(paid) }
}
