import {
  isReceiving,
  isSending,
  type SharingKeyKind,
  sharingKeyKinds,
} from '@ohmstead/domain/sharing/sharing-terms'
import { type AdviceSearch, type Attempt, findArrangement, nameLoser, tryMembers } from './advice-search.ts'
import { type BestKey, findBestKey } from './best-key.ts'
import type { SharingMember, SharingQuestion } from './sharing-model.ts'
import type { NotGaining, SharingAdvice, SimulatedArrangement } from './simulation-model.ts'

export interface AdviceOptions {
  /** 'YYYY-MM', inclusive. */
  from: string
  to: string
  /** Called after each month of each attempt; what it throws ends the search. */
  onMonth?: () => void
}

/** In larger groups only the first kind of key that suits somebody is worked out: an attempt takes as long as a simulation. */
const mostForAllKinds = 12

/**
 * The key, members and price under which sharing would have brought most in past months with nobody worse off than alone,
 * by the same bills. Whose benefit is unknown is left out first, then one loser (of large groups: all losers) after
 * another, until a price suits all that remain. The search is no proof that no other set of members would do better; that
 * nobody is worse off is certain for the months that it rests on.
 */
export function adviseSharing(
  question: SharingQuestion,
  { from, to, onMonth }: AdviceOptions,
): SharingAdvice {
  const options = { from, to, ...(onMonth ? { onMonth: () => onMonth() } : {}) }
  const search: AdviceSearch = { question, options, aloneBills: new Map() }
  const { members, unknown, best, arrangements } = compareKinds(search)
  if (best === null) {
    const alone = members.map(({ id }): NotGaining => ({ memberId: id, reason: 'worseOff', benefit: null }))
    return {
      ...{ arrangement: null, memberIds: [], notGaining: [...unknown, ...alone], bound: null, compared: [] },
    }
  }
  const ranked = arrangements.toSorted((a, b) => benefitOf(b) - benefitOf(a))
  const kinds = ranked.map(({ kind }) => kind)
  const chosen = bestAttempt(search, members, kinds)
  return {
    arrangement: chosen.arrangement,
    memberIds: chosen.arrangement?.members.map(({ memberId }) => memberId) ?? [],
    notGaining: [...unknown, ...chosen.notGaining],
    bound: { worth: best.worth, atMost: best.atMost, gapShare: best.gapShare },
    compared: ranked.map(({ kind, totals }) => ({ kind, benefit: totals.benefit })),
  }
}

/**
 * All kinds of key for those whose benefit can be known: yearly netting and missing prices make it unknown. Nothing is
 * compared where nobody is left to give or to receive.
 */
function compareKinds(search: AdviceSearch): {
  members: readonly SharingMember[]
  unknown: NotGaining[]
  best: BestKey | null
  arrangements: SimulatedArrangement[]
} {
  const unknown: NotGaining[] = []
  let { members } = search.question
  while (members.some(isSending) && members.some(isReceiving)) {
    const best = findBestKey({ ...search.question, members }, search.options)
    const [first, ...others] = tryMembers(search, members, sharingKeyKinds, { staticKey: best.key })
    const lost = first!.members.filter(({ money }) => money.benefit === null)
    if (lost.length === 0) return { members, unknown, best, arrangements: [first!, ...others] }
    unknown.push(...lost.map(nameLoser))
    members = members.filter(({ id }) => lost.every(({ memberId }) => memberId !== id))
  }
  return { members, unknown, best: null, arrangements: [] }
}

function bestAttempt(
  search: AdviceSearch,
  members: readonly SharingMember[],
  kinds: readonly SharingKeyKind[],
): Attempt {
  let chosen: Attempt | null = null
  for (const kind of kinds) {
    const attempt = findArrangement(search, members, kind)
    const isBetter =
      chosen === null ||
      (attempt.arrangement !== null &&
        (chosen.arrangement === null || benefitOf(attempt.arrangement) > benefitOf(chosen.arrangement)))
    if (isBetter) chosen = attempt
    if (attempt.arrangement !== null && members.length > mostForAllKinds) break
  }
  return chosen!
}

const benefitOf = ({ totals: { benefit } }: SimulatedArrangement) =>
  benefit === null ? Number.NEGATIVE_INFINITY : Number(benefit)
