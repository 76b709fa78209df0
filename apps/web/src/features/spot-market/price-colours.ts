// From blue below zero over a pale middle to orange and dark brown: told apart with any kind of colour vision, and in grey
// by their lightness on each side of zero.
const below = ['#123f7a', '#2f6db5', '#7fb0dd', '#d8e8f5']
const above = ['#fdf3df', '#fdd49a', '#f5a55a', '#d96a25', '#9a3a0c', '#561c04']

const parse = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const belowStops = below.map(parse)
const aboveStops = above.map(parse)

export interface PriceScale {
  /** The price of the darkest colour on each side; `lowest` is at most zero. */
  lowest: number
  highest: number
  /** Some prices lie beyond an end. */
  hasLower: boolean
  hasHigher: boolean
}

/** The ends of the scale, without the few most extreme hours, which would take the colours from all others. */
export function findPriceScale(prices: readonly (number | null)[]): PriceScale {
  const known = Float64Array.from(prices.filter((price) => price !== null)).sort()
  const at = (share: number) => known[Math.round(share * (known.length - 1))] ?? 0
  const [lowest, highest] = [Math.min(0, at(0.002)), Math.max(1, at(0.995))]
  return { lowest, highest, hasLower: at(0) < lowest, hasHigher: at(1) > highest }
}

/** Red, green and blue of a price. */
export function priceColour(
  price: number,
  { lowest, highest }: Pick<PriceScale, 'lowest' | 'highest'>,
): readonly number[] {
  if (price < 0) return mix(belowStops, 1 - Math.min(1, price / Math.min(lowest, -1)))
  return mix(aboveStops, Math.min(1, price / highest))
}

function mix(stops: readonly (readonly number[])[], share: number): readonly number[] {
  const place = share * (stops.length - 1)
  const first = Math.min(Math.floor(place), stops.length - 2)
  const rest = place - first
  return stops[first]!.map((value, part) => Math.round(value + (stops[first + 1]![part]! - value) * rest))
}

export const priceGradient = `linear-gradient(to right, ${[...below, ...above].join(', ')})`
