import { type Confidence, lessSure } from '@ohmstead/domain/rates/confidence'
import type { Factor, FeeLine, LineCategory } from '../systems/fee-line.ts'

/** One number of a dated rate, as the lines that use it refer to it. */
export interface RateFigure {
  name: Factor['name']
  /** Null for a number that applies to every line. */
  category: LineCategory | null
  value: number
  unit: Factor['unit']
}

/** The used numbers of a rate, and the confidence of the least certain of them: classes of users differ. */
export interface RateUse {
  figures: RateFigure[]
  confidence: Confidence | null
}

const wholeMonth: LineCategory[] = ['month', 'vat', 'aboveConnection']

/** The numbers of each rate used in some lines, each once, in the order of a bill. */
export function collectUses(lines: FeeLine[]): Record<string, RateUse> {
  const found = new Map<string, { figures: Map<string, RateFigure>; confidence: Confidence | null }>()
  for (const { category, factors } of lines) {
    // Repeats a block's own rate.
    if (category === 'registerDifference') continue
    for (const { name, value, unit, rateId, confidence = null } of factors) {
      if (!rateId) continue
      const isForAll = name === 'excessFactor' || wholeMonth.includes(category)
      const figure = { name, category: isForAll ? null : category, value, unit }
      const own = found.get(rateId) ?? { figures: new Map<string, RateFigure>(), confidence }
      own.figures.set(`${figure.category}/${name}/${value}`, figure)
      found.set(rateId, { ...own, confidence: lessSure(own.confidence, confidence) })
    }
  }
  return Object.fromEntries(
    [...found].map(([rateId, { figures, confidence }]) => [
      rateId,
      { figures: [...figures.values()].sort(compareFigures), confidence },
    ]),
  )
}

const order: LineCategory[] = ['block1', 'block2', 'block3', 'block4', 'block5', 'vt', 'mt', 'et']
const names: Factor['name'][] = ['powerRate', 'energyRate']

function compareFigures(a: RateFigure, b: RateFigure): number {
  const placeOf = ({ category }: RateFigure) => (category === null ? -1 : order.indexOf(category))
  return placeOf(a) - placeOf(b) || names.indexOf(a.name) - names.indexOf(b.name)
}
