import { type BiddingZone, biddingZones, biddingZonesOf } from '@ohmstead/domain/places/bidding-zones'
import { useMemo } from 'react'
import { useCountryNames } from '../i18n/use-country-names.ts'

/** A region by its name in the reader's language: the only one of a country bears the country's name. */
export function useRegionName(): (code: string) => string {
  const countryName = useCountryNames()
  return useMemo(() => {
    const nameOf = ({ code, name, countries }: BiddingZone) => {
      const isWholeCountry = countries.length === 1 && biddingZonesOf(countries[0]!).length === 1
      return (isWholeCountry && countryName(countries[0]!)) || `${name} (${code})`
    }
    const names = new Map(biddingZones.map((zone) => [zone.code, nameOf(zone)]))
    return (code) => names.get(code) ?? code
  }, [countryName])
}
