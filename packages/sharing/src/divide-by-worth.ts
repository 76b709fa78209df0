import type { WorthCurve } from './worth-curve.ts'

/**
 * Divides 1 among receivers so that the sum of their worth is greatest. Each takes a share up to where its slope falls to
 * a common price; the price is found by halving. For any price, price + Σ max (worth − price × share) bounds every
 * division from above (Lagrange duality), and at the price found the bound is reached.
 */
export function divideByWorth(curves: readonly WorthCurve[]): { shares: number[]; atMost: number } {
  let low = 0
  let high = curves.reduce((most, { slopes }) => Math.max(most, slopes[0] ?? 0), 0)
  const wanted = (price: number) => curves.map((curve) => shareAt(curve, price))
  const sum = (shares: readonly number[]) => shares.reduce((all, share) => all + share, 0)
  if (sum(wanted(0)) <= 1) high = 0
  for (let step = 0; step < 200 && high > low; step++) {
    const price = (low + high) / 2
    if (price <= low || price >= high) break
    if (sum(wanted(price)) > 1) low = price
    else high = price
  }
  return { shares: fillUp(wanted(high), wanted(low)), atMost: boundAt(curves, high) }
}

/** The share at which the slope is no longer above a price. */
function shareAt({ breaks, slopes }: WorthCurve, price: number): number {
  let [from, to] = [0, slopes.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (slopes[middle]! > price) from = middle + 1
    else to = middle
  }
  return from === 0 ? 0 : breaks[from - 1]!
}

/** At the price itself shares between the two are worth the same: the first take what is left. */
function fillUp(least: readonly number[], most: readonly number[]): number[] {
  let left = 1 - least.reduce((sum, share) => sum + share, 0)
  return least.map((share, place) => {
    const more = Math.max(0, Math.min(left, most[place]! - share))
    left -= more
    return share + more
  })
}

function boundAt(curves: readonly WorthCurve[], price: number): number {
  return curves.reduce((bound, curve) => bound + surplusAt(curve, price), price)
}

/** max over 0 ≤ share ≤ 1 of worth − price × share: at the share where the slope passes the price. */
function surplusAt(curve: WorthCurve, price: number): number {
  const share = shareAt(curve, price)
  if (share === 0) return 0
  const place = curve.breaks.lastIndexOf(share)
  return curve.values[place]! - price * share
}
