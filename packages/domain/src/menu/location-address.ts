/** What a location's addresses are made of. */
export interface Place {
  locationId: number
  companyId: number
  locationGroupId: number
}

/** The three parallel route sets of a location: the prefix before `/locations/{id}` under group, company and root. */
export function locationPrefixes({ companyId, locationGroupId }: Place): string[] {
  return [`/companies/${companyId}/location-groups/${locationGroupId}`, `/companies/${companyId}`, '']
}

/**
 * The address of a location, or of a page below it, in the route set named by `prefix`, with the addresses of the same
 * page in the other sets. A prefix that is not one of the location's is read as the root set.
 */
export function locationAddress(
  place: Place,
  prefix: string,
  page = '',
): { href: string; aliases: string[] } {
  const prefixes = locationPrefixes(place)
  const used = prefixes.includes(prefix) ? prefix : ''
  const address = (before: string) => `${before}/locations/${place.locationId}${page}`
  return { href: address(used), aliases: prefixes.filter((other) => other !== used).map(address) }
}
