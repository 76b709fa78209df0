import { parseExact } from '@ohmstead/domain/money/exact'
import { isReceiving, isSending, type SharingKey } from '@ohmstead/domain/sharing/sharing-terms'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { type BestKey, findBestKey } from './best-key.ts'
import { findFairPrice, type Stake } from './fair-price.ts'
import type { SharingQuestion } from './sharing-model.ts'
import { type SimulationOptions, simulateSharing } from './simulate-sharing.ts'
import type { NotGaining, SharingAdvice, SimulatedArrangement } from './simulation-model.ts'

export type AdviceOptions = Pick<SimulationOptions, 'from' | 'to'> & {
  /** Called after each month of each attempt; what it throws ends the search. */
  onMonth?: () => void
}

/**
 * The key, members and price under which sharing would have brought most in past months with nobody worse off than alone,
 * by the same bills. Members are left out, one group of losers after another, until a price suits all that remain; each
 * attempt is billed anew, and what is advised has been billed at its price. The search is no proof that no other set of
 * members would do better; that nobody is worse off is certain for the months that it rests on.
 */
export function adviseSharing(question: SharingQuestion, options: AdviceOptions): SharingAdvice {
  const search: Search = { question, options, aloneBills: new Map() }
  const best = findBestKey(question, options)
  const compared = simulate(search, question, atUnitPrice(question), best)
  const ranked = compared.arrangements.toSorted((a, b) => compareBenefit(b, a))
  const attempts = ranked.map(({ kind }) => findArrangement(search, kind))
  const found = attempts.filter(({ arrangement }) => arrangement !== null)
  found.sort((a, b) => compareBenefit(b.arrangement!, a.arrangement!))
  const chosen = found[0] ?? attempts[0]!
  return {
    arrangement: chosen.arrangement,
    memberIds: chosen.arrangement?.members.map(({ memberId }) => memberId) ?? [],
    notGaining: chosen.notGaining,
    bound: { worth: best.worth, atMost: best.atMost, gapShare: best.gapShare },
    compared: ranked.map(({ kind, totals }) => ({ kind, benefit: totals.benefit })),
  }
}

interface Search {
  question: SharingQuestion
  options: AdviceOptions
  aloneBills: Map<string, Bill>
}

type Attempt = Pick<SharingAdvice, 'arrangement' | 'notGaining'>

/** At a price of 1 what is paid and earned tells the energy that was traded; all else is the same at any price. */
const atUnitPrice = (question: SharingQuestion): SharingQuestion => atPrice(question, '1')

const atPrice = (question: SharingQuestion, perKwh: string): SharingQuestion => ({
  ...question,
  group: { ...question.group, priceTerms: { kind: 'fixed', perKwh } },
})

function simulate(
  { options, aloneBills }: Search,
  members: SharingQuestion,
  priced: SharingQuestion,
  best: BestKey,
  kinds?: readonly SharingKey['kind'][],
) {
  const { from, to, onMonth } = options
  return simulateSharing(
    { ...priced, members: members.members },
    {
      ...{ from, to, aloneBills, staticKey: best.key },
      ...(kinds ? { kinds } : {}),
      ...(onMonth ? { onMonth: () => onMonth() } : {}),
    },
  )
}

/** Leaves out who loses until a price suits all that remain. */
function findArrangement(search: Search, kind: SharingKey['kind']): Attempt {
  const { question, options } = search
  let members = question.members
  const notGaining: NotGaining[] = []
  while (members.some(isSending) && members.some(isReceiving)) {
    const current = { ...question, members }
    const best = kind === 'static' ? findBestKey(current, options) : noKey
    const [tried] = simulate(search, current, atUnitPrice(current), best, [kind]).arrangements
    const price = findFairPrice(tried!.members.map(stakeOf))
    let leaving = price.leaving
    if (leaving.length === 0) {
      const [billed] = simulate(search, current, atPrice(current, price.perKwh), best, [kind]).arrangements
      const losers = billed!.members.filter(({ isWorseOff }) => isWorseOff !== false)
      if (losers.length === 0) return { arrangement: keepIfBetter(billed!, price.perKwh), notGaining }
      leaving = losers.map(({ memberId }) => memberId)
      nameLosers(billed!, leaving, notGaining)
    } else nameLosers(tried!, leaving, notGaining, price.perKwh)
    members = members.filter(({ id }) => !leaving.includes(id))
  }
  for (const { id } of members) notGaining.push({ memberId: id, reason: 'worseOff', benefit: null })
  return { arrangement: null, notGaining }
}

const noKey: BestKey = { key: { kind: 'static', shares: {} }, worth: 0, atMost: 0, gapShare: 0 }

/** What a member gains without payments, and the energy it would have to pay for, or be paid for, on balance. */
function stakeOf({ memberId, money }: SimulatedArrangement['members'][number]): Stake {
  const { alone, shared, paid, earned, fees, benefit } = money
  if (benefit === null || alone === null || shared === null || paid === null || earned === null)
    return { memberId, gain: null, boughtKwh: 0 }
  const gain = Number(alone) - Number(shared) - Number(fees.gross)
  return { memberId, gain, boughtKwh: Number(paid) - Number(earned) }
}

function nameLosers(
  { members }: SimulatedArrangement,
  leaving: readonly string[],
  notGaining: NotGaining[],
  perKwh?: string,
): void {
  for (const member of members) {
    if (!leaving.includes(member.memberId)) continue
    const { gain, boughtKwh } = stakeOf(member)
    const benefit = gain === null ? null : gain - boughtKwh * Number(perKwh ?? 0)
    notGaining.push({
      memberId: member.memberId,
      reason: gain === null ? 'unknown' : 'worseOff',
      benefit: perKwh === undefined ? member.money.benefit : benefit === null ? null : benefit.toFixed(2),
    })
  }
}

function keepIfBetter(arrangement: SimulatedArrangement, pricePerKwh: string): SharingAdvice['arrangement'] {
  const { benefit } = arrangement.totals
  return benefit !== null && parseExact(benefit).digits > 0n ? { ...arrangement, pricePerKwh } : null
}

function compareBenefit(a: SimulatedArrangement, b: SimulatedArrangement): number {
  const of = ({ totals }: SimulatedArrangement) =>
    totals.benefit === null ? Number.NEGATIVE_INFINITY : Number(totals.benefit)
  return Math.sign(of(a) - of(b)) || 0
}
