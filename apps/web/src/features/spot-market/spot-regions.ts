import { biddingZones, biddingZonesOf } from '@ohmstead/domain/places/bidding-zones'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readStored, writeStored } from '../../lib/local-store.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { useUser } from '../../shared/session/current-user.ts'

const usual = 'SI'

/**
 * The region that this person last chose, else that of their first location, else that of their country. Null while it
 * is being looked up.
 */
export function useChosenRegion(): {
  region: string | null
  /** What it will likely be, while it is looked up. */
  guess: string
  choose: (region: string) => void
} {
  const user = useUser()
  const [chosen, setChosen] = useState(() => readKnown())
  const locationId = user.locations[0]?.id
  const location = useQuery({
    ...locationQuery(locationId ?? 0),
    enabled: chosen === null && locationId !== undefined,
  })
  const choose = (region: string) => {
    writeStored('spotRegion', region)
    setChosen(region)
  }
  const ofCountry = user.country_code ? biddingZonesOf(user.country_code)[0]?.code : undefined
  const guess = ofCountry ?? usual
  const found = location.isLoading ? null : (location.data?.region?.code ?? guess)
  return { region: chosen ?? found, guess, choose }
}

function readKnown(): string | null {
  const stored = readStored('spotRegion')
  return biddingZones.some(({ code }) => code === stored) ? stored : null
}
