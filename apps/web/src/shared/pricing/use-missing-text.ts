import type { MissingPrice } from '@ohmstead/pricing/price-component'
import { useT } from '../i18n/use-t.ts'

/** Why a price, a line or a sum is unknown, and so not shown as zero. */
export function useMissingText(): (reason: MissingPrice) => string {
  const t = useT()
  return (reason) => {
    switch (reason.kind) {
      case 'noSpotPrice':
        return t('price_lists.missing.noSpotPrice', { region: reason.region })
      case 'noExchangeRate':
        return t('price_lists.missing.noExchangeRate', { from: reason.from, to: reason.to })
      default:
        return t(`price_lists.missing.${reason.kind}`)
    }
  }
}
