import type { DatedKey, SharingKey, SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'
import { formatDay } from '@ohmstead/network-fee/calendar/local-time'
import { keyWeights } from './key-weights.ts'
import type { MemberRows, SharingMonth } from './sharing-month.ts'
import { splitWhole } from './split-whole.ts'

/** What became of a quarter-hour. */
export const intervalState = {
  /** No key, sender or receiver: everybody is supplied alone. */
  notShared: 0,
  settled: 1,
  /** A reading of somebody is unknown: nothing is allotted. */
  unsettled: 2,
} as const

/** Energies of a month in the order of its rows, whole milliwatt-hours; a row of zeros where a member has no part in it. */
export interface AllocatedMonth {
  pooledMilliWh: Float64Array[]
  givenMilliWh: Float64Array[]
  allottedMilliWh: Float64Array[]
  receivedMilliWh: Float64Array[]
  /** By quarter-hour, of `intervalState`. */
  state: Uint8Array
  /** 1 where a reading that the settled quarter-hour rests on was estimated. */
  restsOnEstimated: Uint8Array
}

export interface AllocationTerms {
  scheme: SharingScheme
  keys: readonly DatedKey[]
  /** What a kilowatt-hour is worth to each member by quarter-hour, in the order of rows; for the optimal key only. */
  worth?: readonly (Float64Array | null)[]
}

/**
 * Shares the energy of a month quarter-hour by quarter-hour. In whole milliwatt-hours, exactly: what was given is what was
 * allotted (of self-supply: what was received), what was allotted was received or unused.
 */
export function allocateIntervals({ rows, grid }: SharingMonth, terms: AllocationTerms): AllocatedMonth {
  const make = () => rows.map(() => new Float64Array(grid.count))
  const month: AllocatedMonth = {
    ...{ pooledMilliWh: make(), givenMilliWh: make(), allottedMilliWh: make(), receivedMilliWh: make() },
    state: new Uint8Array(grid.count),
    restsOnEstimated: new Uint8Array(grid.count),
  }
  const senders = rows.flatMap(({ offeredMilliWh }, place) => (offeredMilliWh ? [place] : []))
  const receivers = rows.flatMap(({ neededMilliWh }, place) => (neededMilliWh ? [place] : []))
  const scratch = makeScratch(senders.length, receivers.length)
  let last = Number.NaN
  let key: SharingKey | null = null
  let weightsOf = keyWeights(null, [], [])
  for (let i = 0; i < grid.count; i++) {
    if (grid.day[i] !== last) {
      last = grid.day[i]!
      const own = keyOn(terms.keys, formatDay(last))
      if (own !== key)
        weightsOf = keyWeights(
          own,
          receivers.map((place) => rows[place]!),
          receivers.map((place) => terms.worth?.[place] ?? null),
        )
      key = own
    }
    if (key === null) continue
    if (!readInterval(i, rows, senders, receivers, weightsOf, scratch)) {
      month.state[i] = scratch.isTakingPart ? intervalState.unsettled : intervalState.notShared
      continue
    }
    month.state[i] = intervalState.settled
    month.restsOnEstimated[i] = Number(scratch.isEstimated)
    shareInterval(i, scratch, weightsOf, terms.scheme)
    senders.forEach((place, at) => {
      month.pooledMilliWh[place]![i] = scratch.offered[at]!
      month.givenMilliWh[place]![i] = scratch.given[at]!
    })
    receivers.forEach((place, at) => {
      month.allottedMilliWh[place]![i] = scratch.allotted[at]!
      month.receivedMilliWh[place]![i] = scratch.received[at]!
    })
  }
  return month
}

/** The key of a day: the last that has begun. */
export function keyOn(keys: readonly DatedKey[], day: string): SharingKey | null {
  let found: DatedKey | null = null
  for (const one of keys) {
    if (one.validFrom <= day && (found === null || one.validFrom >= found.validFrom)) found = one
  }
  return found?.key ?? null
}

interface Scratch {
  offered: Float64Array
  given: Float64Array
  needed: Float64Array
  allotted: Float64Array
  received: Float64Array
  pool: number
  /** Somebody sends and somebody receives. */
  isTakingPart: boolean
  isEstimated: boolean
}

const makeScratch = (senders: number, receivers: number): Scratch => ({
  ...{ offered: new Float64Array(senders), given: new Float64Array(senders) },
  ...{ needed: new Float64Array(receivers), allotted: new Float64Array(receivers) },
  received: new Float64Array(receivers),
  ...{ pool: 0, isTakingPart: false, isEstimated: false },
})

/** Reads what is offered and needed; false if that is unknown or nobody sends or receives. */
function readInterval(
  i: number,
  rows: readonly MemberRows[],
  senders: readonly number[],
  receivers: readonly number[],
  weights: ReturnType<typeof keyWeights>,
  scratch: Scratch,
): boolean {
  let [sending, receiving] = [0, 0]
  let [isKnown, isEstimated] = [true, false]
  let pool = 0
  for (let at = 0; at < senders.length; at++) {
    const { from, to, offeredMilliWh, isEstimated: estimated } = rows[senders[at]!]!
    scratch.offered[at] = 0
    if (i < from || i >= to) continue
    sending += 1
    const energy = offeredMilliWh![i]!
    if (Number.isNaN(energy)) isKnown = false
    scratch.offered[at] = energy
    pool += energy
    if (estimated[i]) isEstimated = true
  }
  for (let at = 0; at < receivers.length; at++) {
    const { from, to, neededMilliWh, isEstimated: estimated } = rows[receivers[at]!]!
    const isActive = i >= from && i < to && weights.isConcerned(at)
    weights.setActive(at, isActive)
    scratch.needed[at] = 0
    if (!isActive) continue
    receiving += 1
    const energy = neededMilliWh![i]!
    if (Number.isNaN(energy)) isKnown = false
    scratch.needed[at] = energy
    if (estimated[i]) isEstimated = true
  }
  scratch.pool = pool
  scratch.isTakingPart = sending > 0 && receiving > 0
  scratch.isEstimated = isEstimated
  return scratch.isTakingPart && isKnown
}

/** Allots the pool, and returns to senders what nobody took. */
function shareInterval(
  i: number,
  scratch: Scratch,
  weights: ReturnType<typeof keyWeights>,
  scheme: SharingScheme,
): void {
  const { offered, given, needed, allotted, received, pool } = scratch
  weights.allot(pool, needed, i, allotted)
  let [allAllotted, allReceived] = [0, 0]
  for (let at = 0; at < needed.length; at++) {
    received[at] = Math.min(needed[at]!, allotted[at]!)
    allAllotted += allotted[at]!
    allReceived += received[at]!
  }
  const gone = scheme === 'selfSupply' ? allReceived : allAllotted
  if (gone === pool) given.set(offered)
  else splitWhole(gone, offered, given)
}
