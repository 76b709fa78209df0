import { parseExact } from '@ohmstead/domain/money/exact'
import { isReceiving, isSending, type SharingKeyKind } from '@ohmstead/domain/sharing/sharing-terms'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { findBestKey } from './best-key.ts'
import { findFairPrice, type Stake } from './fair-price.ts'
import type { SharingMember, SharingQuestion } from './sharing-model.ts'
import { type SimulationOptions, simulateSharing } from './simulate-sharing.ts'
import type { NotGaining, SharingAdvice, SimulatedArrangement, SimulatedMember } from './simulation-model.ts'

/** What all attempts to find an arrangement have in common. */
export interface AdviceSearch {
  question: SharingQuestion
  options: Pick<SimulationOptions, 'from' | 'to' | 'onMonth'>
  aloneBills: Map<string, Bill>
}

export type Attempt = Pick<SharingAdvice, 'arrangement' | 'notGaining'>

/** At a price of 1 what is paid and earned tells the energy that was traded; all else is the same at any price. */
const unitPrice = '1'

/** Some members under some kinds of key, at a fixed price; without fees and price they would be the same. */
export function tryMembers(
  { question, options, aloneBills }: AdviceSearch,
  members: readonly SharingMember[],
  kinds: readonly SharingKeyKind[],
  more: Pick<SimulationOptions, 'staticKey' | 'sharedBills'> = {},
  perKwh = unitPrice,
): SimulatedArrangement[] {
  const group = { ...question.group, priceTerms: { kind: 'fixed' as const, perKwh } }
  return simulateSharing({ ...question, group, members }, { ...options, kinds, aloneBills, ...more })
    .arrangements
}

/** Leaves out who loses until a price suits all that remain; what is returned has been settled at its price. */
export function findArrangement(
  search: AdviceSearch,
  candidates: readonly SharingMember[],
  kind: SharingKeyKind,
): Attempt {
  let members = candidates
  const notGaining: NotGaining[] = []
  while (members.some(isSending) && members.some(isReceiving)) {
    const sharedBills = new Map<string, Bill>()
    const best = kind === 'static' ? findBestKey({ ...search.question, members }, search.options) : null
    const more = best ? { staticKey: best.key, sharedBills } : { sharedBills }
    const tried = tryMembers(search, members, [kind], more)[0]!
    const { perKwh, leaving } = findFairPrice(tried.members.map(stakeOf))
    // The bills are the same at any price; payments are rounded month by month, and so settled anew.
    const settled = tryMembers(search, members, [kind], more, perKwh)[0]!
    const losers =
      leaving.length > 0
        ? settled.members.filter(({ memberId }) => leaving.includes(memberId))
        : losersOf(settled)
    if (losers.length === 0) return { arrangement: keepIfBetter(settled, perKwh), notGaining }
    notGaining.push(...losers.map(nameLoser))
    members = members.filter(({ id }) => losers.every(({ memberId }) => memberId !== id))
  }
  notGaining.push(
    ...members.map(({ id }): NotGaining => ({ memberId: id, reason: 'worseOff', benefit: null })),
  )
  return { arrangement: null, notGaining }
}

const losersOf = ({ members }: SimulatedArrangement) =>
  members.filter(({ isWorseOff }) => isWorseOff !== false)

/** What a member gains without payments, and the energy it would have to pay for, or be paid for, on balance. */
function stakeOf({ memberId, money }: SimulatedMember): Stake {
  const { alone, shared, paid, earned, fees, benefit } = money
  if (benefit === null || alone === null || shared === null || paid === null || earned === null)
    return { memberId, gain: null, boughtKwh: 0 }
  const gain = Number(alone) - Number(shared) - Number(fees.gross)
  return { memberId, gain, boughtKwh: Number(paid) - Number(earned) }
}

export function nameLoser({ memberId, money: { benefit } }: SimulatedMember): NotGaining {
  return { memberId, reason: benefit === null ? 'unknown' : 'worseOff', benefit }
}

function keepIfBetter(arrangement: SimulatedArrangement, pricePerKwh: string): Attempt['arrangement'] {
  const { benefit } = arrangement.totals
  return benefit !== null && parseExact(benefit).digits > 0n ? { ...arrangement, pricePerKwh } : null
}
