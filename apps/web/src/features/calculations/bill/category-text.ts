import type { Translate } from '../../../shared/i18n/use-t.ts'
import type { RowCategory } from './bill-row.ts'

/** The name of a row; the documents use the same words. */
export function categoryText(category: Exclude<RowCategory, 'EMPTY'>, t: Translate): string {
  switch (category) {
    case 'energy':
    case 'networkPower':
    case 'networkEnergy':
    case 'excessPower':
    case 'levies':
      return t(`calculations.part.${category}`)
    case 'total':
    case 'grandTotal':
      return t(`calculations.row.${category}`)
    default:
      return t(`calculations.category.${category}`)
  }
}
