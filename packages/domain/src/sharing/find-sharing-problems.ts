import { addExact, compareExact, type DecimalText, parseExact, zero } from '../money/exact.ts'
import {
  isReceiving,
  isSending,
  type Netting,
  type OrganiserTerms,
  type SharingKey,
  type SharingMemberTerms,
  type SharingScheme,
} from './sharing-terms.ts'

export type SharingProblemKind =
  | 'noSender'
  | 'noReceiver'
  | 'noKey'
  | 'sharesDoNotSum'
  | 'shareOfNoReceiver'
  | 'yearlyNettingReceives'
  | 'producerInSharing'
  | 'caseMissing'
  | 'mayOnlyReceive'
  | 'otherSupplier'
  | 'noPrices'
  | 'noReadings'

export interface SharingProblem {
  kind: SharingProblemKind
  /** Null if it is about the group. */
  memberId: string | null
  isBlocking: boolean
}

export interface CheckedMember extends Pick<SharingMemberTerms, 'id' | 'role'> {
  netting: Netting
  supplier: string | null
  isPriced: boolean
  hasReadings: boolean
}

export interface CheckedGroup {
  scheme: SharingScheme
  communityCase: number | null
  organiser: Pick<OrganiserTerms, 'name' | 'ownCustomersOnly'>
  /** The key that applies; null without one. */
  key: SharingKey | null
  /** Those who take part. */
  members: readonly CheckedMember[]
}

/** What keeps a group from being settled, and what its organiser has to know of it. */
export function findSharingProblems({ key, members, ...group }: CheckedGroup): SharingProblem[] {
  const ofGroup = (kind: SharingProblemKind, isBlocking = true) => ({ kind, memberId: null, isBlocking })
  const problems: SharingProblem[] = []
  if (!members.some(isSending)) problems.push(ofGroup('noSender'))
  if (!members.some(isReceiving)) problems.push(ofGroup('noReceiver'))
  if (key === null) problems.push(ofGroup('noKey'))
  if (key?.kind === 'static' && !sumsToOne(Object.values(key.shares)))
    problems.push(ofGroup('sharesDoNotSum'))
  if (group.scheme === 'selfSupply' && group.communityCase === null)
    problems.push(ofGroup('caseMissing', false))
  if (key?.kind === 'static') problems.push(...findForeignShares(key.shares, members))
  return [...problems, ...members.flatMap((member) => findProblemsOf(member, group))]
}

/** Whether shares sum to exactly 1. */
export function sumsToOne(shares: readonly DecimalText[]): boolean {
  return compareExact(shares.map(parseExact).reduce(addExact, zero), parseExact('1')) === 0
}

function findForeignShares(
  shares: Readonly<Record<string, DecimalText>>,
  members: readonly CheckedMember[],
): SharingProblem[] {
  const receiving = new Set(members.filter(isReceiving).map(({ id }) => id))
  return Object.entries(shares)
    .filter(([id, share]) => !receiving.has(id) && compareExact(parseExact(share), zero) !== 0)
    .map(([memberId]) => ({ kind: 'shareOfNoReceiver', memberId, isBlocking: false }))
}

function findProblemsOf(
  member: CheckedMember,
  { scheme, organiser }: Pick<CheckedGroup, 'scheme' | 'organiser'>,
): SharingProblem[] {
  const kinds: [SharingProblemKind, boolean][] = []
  if (member.netting === 'yearly' && isReceiving(member)) kinds.push(['yearlyNettingReceives', true])
  if (scheme === 'sharing' && member.role === 'producer') kinds.push(['producerInSharing', true])
  if (member.supplier !== null) {
    const isCustomer = normal(member.supplier).includes(normal(organiser.name))
    if (organiser.ownCustomersOnly && !isCustomer) kinds.push(['otherSupplier', false])
    if (receivesOnly.test(member.supplier) && isSending(member)) kinds.push(['mayOnlyReceive', false])
  }
  if (!member.isPriced) kinds.push(['noPrices', false])
  if (!member.hasReadings) kinds.push(['noReadings', false])
  return kinds.map(([kind, isBlocking]) => ({ kind, memberId: member.id, isBlocking }))
}

/** Its customers may receive shared energy but not send any. */
const receivesOnly = /elektro\s+energija/i

const normal = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
