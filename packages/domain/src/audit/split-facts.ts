/**
 * What an entry of the audit log keeps permanently: ids, and words from a fixed set. Everything else may be personal (a
 * name, an address, a place, the number of a meter) and is kept apart, so that it can be deleted together with the
 * person or thing it describes. A field that is not listed here counts as personal.
 */
export const impersonalFields: ReadonlySet<string> = new Set([
  'id',
  'companyId',
  'companyIds',
  'countryId',
  'defaultLocationGroupId',
  'deviceIds',
  'invitationId',
  'locationGroupId',
  'memberId',
  'ownerId',
  'ratePlanId',
  'tokens',
  'action',
  'assigned',
  'category',
  'change',
  'confirmed',
  'control',
  'deletionDueAt',
  'edit',
  'ended',
  'isInMaintenance',
  'keepAccess',
  'locations',
  'manageUsers',
  'month',
  'onlyUnpriced',
  'op',
  'provider',
  'role',
  'scheme',
  'rule',
  'step',
  'undoes',
  'view',
  'way',
])

export type Facts = Record<string, unknown>

/** Both parts of an entry's facts; null for an empty part. */
export function splitFacts(facts: Facts | null): { impersonal: Facts | null; personal: Facts | null } {
  if (!facts) return { impersonal: null, personal: null }
  const pick = (isWanted: boolean) => {
    const fields = Object.entries(facts).filter(([name]) => impersonalFields.has(name) === isWanted)
    return fields.length > 0 ? Object.fromEntries(fields) : null
  }
  return { impersonal: pick(true), personal: pick(false) }
}
