import { missingPriceText } from '@ohmstead/domain/pricing/price-words'
import type { MissingPrice } from '@ohmstead/pricing/price-component'
import { useT } from '../i18n/use-t.ts'

/** Why a price, a line or a sum is unknown, and so not shown as zero. */
export function useMissingText(): (reason: MissingPrice) => string {
  const t = useT()
  return (reason) => missingPriceText(reason, t)
}
