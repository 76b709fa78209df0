import { connectionLostAfterMs } from './alarm-rules.ts'

// One home that is gone is an alarm of that home. A crowd that vanishes at once is one incident of the platform: the broker,
// the network before it or the cloud itself. Its homes are held back until the others have had time to return.

/** Fewer are never a crowd: on a small installation each home counts. */
const crowdAtLeast = 10
const crowdShare = 0.2
/** Within how long they vanish: will messages come at once, silence is noticed by and by. */
const togetherMs = 5 * 60_000
/** What went longer ago has had its alarm, or was let go. */
const recentMs = 3_600_000
/** How many must be back to say that the way is open again, as a share of those that were lost. */
const returnedShare = 0.2
/** From then on the rest has this long to follow. */
export const returnGraceMs = 10 * 60_000
/** While others are connected nobody is held longer: perhaps it is not the platform after all. */
const heldAtMostMs = 6 * 3_600_000

/** The link is swept every half minute: after such a gap the cloud was away, its process or its database. */
export const awayAfterMs = 3 * 60_000

export interface LostController {
  id: number
  /** Since when it is not connected (epoch ms). */
  at: number
}

export interface OpenIncident {
  startedAt: number
  /** The most that were gone at once. */
  lost: number
  /** When enough were back for the rest to be expected. */
  returningAt: number | null
}

export interface ContactFacts {
  now: number
  /** How many controllers of homes are connected. */
  connected: number
  /** Those that are not and have no alarm yet, in any order. */
  lost: readonly LostController[]
  incident: OpenIncident | null
  /** The cloud itself was away: nobody is missed before this instant. */
  calmUntil: number | null
}

export interface ContactVerdict {
  /** Of these the loss is told. */
  raise: number[]
  /** The incident from now on; null if there is none (any more). */
  incident: OpenIncident | null
}

/** Who is missed, and whether it is the platform that has lost them. */
export function judgeContact(facts: ContactFacts): ContactVerdict {
  const { now, incident, calmUntil } = facts
  const lost = facts.lost.toSorted((a, b) => a.at - b.at)
  const startedAt = incident?.startedAt ?? findCrowd(lost, facts)
  if (!incident && calmUntil !== null && now < calmUntil) return { raise: [], incident: null }
  // Whoever is back within the time that every home has was not lost.
  if (startedAt === null || (!incident && now - startedAt <= connectionLostAfterMs))
    return { raise: due(lost, now), incident: null }
  const held = lost.filter(({ at }) => at >= startedAt)
  const next = follow(incident ?? { startedAt, lost: held.length, returningAt: null }, held.length, facts)
  if (next === null) return { raise: due(lost, now), incident: null }
  return {
    raise: due(
      lost.filter(({ at }) => at < startedAt),
      now,
    ),
    incident: next,
  }
}

const due = (lost: readonly LostController[], now: number) =>
  lost.filter(({ at }) => now - at > connectionLostAfterMs).map(({ id }) => id)

/** When the first of a crowd went, or null without one. `lost` is in order. */
function findCrowd(lost: readonly LostController[], { now, connected }: ContactFacts): number | null {
  const recent = lost.filter(({ at }) => now - at <= recentMs)
  const crowd = Math.max(crowdAtLeast, crowdShare * (connected + recent.length))
  let first = 0
  for (let last = 0; last < recent.length; last++) {
    while (recent[last]!.at - recent[first]!.at > togetherMs) first += 1
    if (last - first + 1 >= crowd) return recent[first]!.at
  }
  return null
}

/** Null once it is over. */
function follow(incident: OpenIncident, gone: number, { now, connected }: ContactFacts): OpenIncident | null {
  const lost = Math.max(incident.lost, gone)
  const isReturning = gone <= (1 - returnedShare) * lost
  const returningAt = incident.returningAt ?? (isReturning ? now : null)
  if (gone === 0) return null
  // With nobody connected there is nothing to tell them apart by, and no use in telling of each.
  if (connected === 0) return { ...incident, lost, returningAt: null }
  if (returningAt !== null && now - returningAt >= returnGraceMs) return null
  if (now - incident.startedAt >= heldAtMostMs) return null
  return { ...incident, lost, returningAt }
}

/** Whether so many of those connected fall silent at once that no device is to blame. */
export const isCrowd = (count: number, all: number): boolean =>
  count >= Math.max(crowdAtLeast, crowdShare * all)
