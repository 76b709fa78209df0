import { biddingZones } from '@ohmstead/domain/places/bidding-zones'
import { useMemo } from 'react'
import { useCompareLabels } from '../i18n/use-compare-labels.ts'
import { useT } from '../i18n/use-t.ts'
import { useRegionName } from './use-region-name.ts'

/** The regions of the market by name; those without a source of prices stand last, and cannot be chosen. */
export function useRegionOptions() {
  const t = useT()
  const name = useRegionName()
  const compare = useCompareLabels()
  return useMemo(
    () =>
      biddingZones
        .map(({ code, hasPrices }) => ({
          value: code,
          label: hasPrices ? name(code) : t('spot_market.region.no_prices', { name: name(code) }),
          disabled: !hasPrices,
        }))
        .sort((one, other) => Number(one.disabled) - Number(other.disabled) || compare(one, other)),
    [name, compare, t],
  )
}
