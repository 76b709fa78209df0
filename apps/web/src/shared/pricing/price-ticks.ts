export interface PriceTicks {
  values: number[]
  /** As many decimals as the values need, at least two. */
  digits: number
}

const steps = [1, 2, 2.5, 5, 10]

/** Round prices from the least to the most, some five of them. */
export function priceTicks(least: number, most: number): PriceTicks {
  const rough = (most - least) / 5
  if (!(rough > 0)) return { values: [least], digits: 2 }
  const size = 10 ** Math.floor(Math.log10(rough))
  const times = steps.find((by) => by * size >= rough) ?? 10
  const step = times * size
  const values: number[] = []
  const end = Math.floor(most / step + 1e-9)
  for (let place = Math.ceil(least / step - 1e-9); place <= end; place++) values.push(place * step)
  const decimals = (times === 2.5 ? 1 : 0) - Math.floor(Math.log10(times === 10 ? step : size) + 1e-9)
  return { values, digits: Math.max(2, decimals) }
}
