import type { SharingGroupDetailView, SharingMemberView } from '@ohmstead/contract/energy-sharing-groups'

export function createSharingMember(change: Partial<SharingMemberView> = {}): SharingMemberView {
  return {
    ...{ id: 1, name: 'Ana', email: null, subject: { kind: 'location', locationId: 7 }, subjectName: 'Home' },
    ...{ role: 'both', sharedShare: '1', validFrom: '2026-01-01', validTo: null, state: 'active' },
    ...{ netting: 'new', isOwn: true, canLeave: true, invitationExpiresAt: null, delivery: null },
    ...{ readingsFrom: '2025-01-01', readingsTo: '2026-05-31', isPriced: true, supplier: 'GEN-I' },
    ...change,
  }
}

/** Two neighbours who share what they feed in by use. */
export function createSharingGroup(change: Partial<SharingGroupDetailView> = {}): SharingGroupDetailView {
  return {
    ...{ id: 3, name: 'Sosedje', scheme: 'sharing', companyId: null, countryCode: 'SI' },
    organiser: {
      ...{ name: 'Moj Elektro', senderFeePerMonth: '0', receiverFeePerMonth: '0' },
      ...{ ownCustomersOnly: false, source: 'mojelektro.si', validFrom: '2026-01-01' },
    },
    ...{ priceTerms: { kind: 'middle' }, communityCase: null, validFrom: '2026-01-01', version: 1 },
    ...{ isOrganiser: true, keyKind: 'byUse', updatedAt: 0, memberCount: 2, invitedCount: 0 },
    ...{ ownMemberCount: 1, lastMonth: '2026-04', problems: [] },
    members: [
      createSharingMember(),
      createSharingMember({
        ...{ id: 2, name: 'Bojan', subjectName: 'Garage', subject: { kind: 'location', locationId: 8 } },
        ...{ role: 'receiver', sharedShare: '0', isOwn: false, canLeave: false },
      }),
    ],
    keys: [{ id: 1, validFrom: '2026-01-01', isCurrent: true, key: { kind: 'byUse' }, createdAt: 0 }],
    ...change,
  }
}
