import { lessSure } from '@ohmstead/domain/rates/confidence'
import type { Calculation, Confidence } from '../calculation-data.ts'

/**
 * The confidence of the least certain rate behind bill, comparison and advice. Informative excess is not part of the
 * bill, yet its factor decides which powers are cheapest.
 */
export function findLeastSure({
  totals,
  agreedPower,
}: Pick<Calculation, 'totals' | 'agreedPower'>): Confidence | null {
  return [
    totals.newSystem,
    totals.oldSystem,
    totals.optimizedSystem,
    agreedPower.answer,
  ].reduce<Confidence | null>((least, part) => lessSure(least, part?.confidence ?? null), null)
}
