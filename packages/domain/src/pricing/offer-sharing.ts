import type { SupplyOfferTerms } from './supply-offer.ts'

/** What somebody has agreed with neighbours. */
export interface SharingFacts {
  /** A member of an energy community. */
  isInCommunity: boolean
  /** Gives surplus to others through energy sharing. */
  isSharing: boolean
}

export type SharingUnsuitable = 'noCommunity' | 'noSharing'
/** What the supplier has published nothing about. */
export type SharingQuestion = 'communityAllowed' | 'sharingAllowed'

/** Whether an offer can be taken by somebody who shares energy, and what is not published about it. */
export function judgeSharing(
  {
    communityAllowed,
    sharingSenderAllowed,
  }: Pick<SupplyOfferTerms, 'communityAllowed' | 'sharingSenderAllowed'>,
  { isInCommunity, isSharing }: SharingFacts,
): { unsuitable: SharingUnsuitable[]; open: SharingQuestion[] } {
  const unsuitable: SharingUnsuitable[] = []
  const open: SharingQuestion[] = []
  if (isInCommunity && communityAllowed === false) unsuitable.push('noCommunity')
  if (isInCommunity && communityAllowed === null) open.push('communityAllowed')
  if (isSharing && sharingSenderAllowed === false) unsuitable.push('noSharing')
  if (isSharing && sharingSenderAllowed === null) open.push('sharingAllowed')
  return { unsuitable, open }
}
