import { decide } from '@ohmstead/domain/access/permission'
import { useQuery } from '@tanstack/react-query'
import { locationQuery } from '../locations/location-query.ts'
import { type LocationAddress, pricesPaths } from '../paths.ts'
import { useLocationAddress } from '../route-ids.ts'
import { useSelectedCompany } from '../selected-company.ts'
import { actorOf, hasRole, useUser } from '../session/current-user.ts'

/** Whose prices a page shows: those around a location, of a company, or of the person. */
export interface PricesScope {
  address: LocationAddress | null
  locationId: number | null
  /** Where prices are proposed for: the location's, or Slovenia. */
  countryCode: string
  /** The company that new lists and plans belong to; null is the person. */
  companyId: number | null
  /** Somebody who runs several companies has not chosen one. */
  needsCompany: boolean
  /** A viewer keeps no prices. */
  mayCreate: boolean
  /** The location of the page may be given another plan. */
  mayAssign: boolean
  paths: ReturnType<typeof pricesPaths>
}

/** From the address of the page; null while the location is being read. */
export function usePricesScope(): PricesScope | null {
  const user = useUser()
  const selected = useSelectedCompany()
  const address = useLocationAddress()
  const { data: location } = useQuery({
    ...locationQuery(address?.locationId ?? 0),
    enabled: address !== null,
  })
  if (address && !location) return null
  const isAggregator = hasRole(user, 'ROLE_AGGREGATOR')
  const chosen = user.companies.length === 1 ? user.companies[0]!.id : selected
  const around = location?.company.id ?? chosen
  const runs =
    around !== null &&
    decide(actorOf(user), 'company.edit', { kind: 'company', companyId: around, ownLocationIds: [] }) ===
      'allowed'
  return {
    address,
    locationId: address?.locationId ?? null,
    countryCode: location?.country.code ?? 'SI',
    companyId: runs ? around : null,
    needsCompany: isAggregator && !address && chosen === null,
    mayCreate: hasRole(user, 'ROLE_USER_BASIC'),
    mayAssign:
      location !== undefined &&
      decide(actorOf(user), 'location.edit', {
        kind: 'location',
        locationId: location.id,
        companyId: location.company.id,
      }) === 'allowed',
    paths: pricesPaths(address),
  }
}
