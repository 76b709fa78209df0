/**
 * What an entry of the audit log keeps for as long as the log: ids, and words that the program chooses from. Everything
 * else may be somebody's (a name, an address, a place, the number of a meter) and is kept apart, so that it goes with
 * whom or what it tells of. A field that is not here counts as personal.
 */
export const impersonalFields: ReadonlySet<string> = new Set([
  'id',
  'companyId',
  'companyIds',
  'countryId',
  'defaultLocationGroupId',
  'deviceIds',
  'invitationId',
  'ownerId',
  'tokens',
  'change',
  'confirmed',
  'control',
  'deletionDueAt',
  'edit',
  'ended',
  'isInMaintenance',
  'keepAccess',
  'manageUsers',
  'op',
  'provider',
  'role',
  'step',
  'view',
  'way',
])

export type Facts = Record<string, unknown>

/** Both parts of what an entry tells; null where there is nothing of the kind. */
export function splitFacts(facts: Facts | null): { impersonal: Facts | null; personal: Facts | null } {
  if (!facts) return { impersonal: null, personal: null }
  const pick = (isWanted: boolean) => {
    const fields = Object.entries(facts).filter(([name]) => impersonalFields.has(name) === isWanted)
    return fields.length > 0 ? Object.fromEntries(fields) : null
  }
  return { impersonal: pick(true), personal: pick(false) }
}
