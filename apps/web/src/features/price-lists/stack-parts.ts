import type { PriceListPreview } from '@ohmstead/contract/price-lists-preview'

/** A part of the price over a day: from where to where it reaches in each quarter-hour, null where it is unknown. */
interface PartLayer {
  part: PriceListPreview['parts'][number]['part']
  areas: (readonly [low: number, high: number] | null)[]
  mean: number
}

/** Stacks the parts: positive ones upwards from zero, negative ones downwards. */
export function stackParts(
  parts: PriceListPreview['parts'],
  ...lines: readonly (readonly (number | null)[])[]
): { layers: PartLayer[]; top: number; bottom: number } {
  const count = parts[0]?.rates.length ?? 0
  const up = new Array<number>(count).fill(0)
  const down = new Array<number>(count).fill(0)
  const layers = parts
    .map(({ part, rates }) => {
      const areas = rates.map((rate, at) => {
        if (rate === null || rate === 0) return null
        const side = rate > 0 ? up : down
        const start = side[at]!
        side[at] = start + rate
        return [start, start + rate] as const
      })
      const known = rates.filter((rate) => rate !== null)
      const mean = known.length === 0 ? 0 : known.reduce((sum, rate) => sum + rate, 0) / known.length
      return { part, areas, mean }
    })
    .filter(({ areas }) => areas.some((area) => area !== null))
  const values = lines.flat().filter((value) => value !== null)
  const bottom = Math.min(0, ...down, ...values)
  const top = Math.max(0, ...up, ...values)
  // A day of zeros is drawn as well.
  return { layers, bottom, top: top > bottom ? top * 1.05 : bottom + 1 }
}
