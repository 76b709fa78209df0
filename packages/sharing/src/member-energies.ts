import type { SharedMonth } from './share-month.ts'
import type { MemberEnergies } from './sharing-model.ts'

/** Sums of a member's days; unknown readings count nothing. */
export function memberEnergies({ month, allocated }: SharedMonth, place: number): MemberEnergies {
  const { from, to, importMilliWh, feedInMilliWh } = month.rows[place]!
  const sum = (row: Float64Array | null) => {
    let total = 0
    for (let i = from; row !== null && i < to; i++) if (row[i]! > 0) total += row[i]!
    return total
  }
  const [taken, fedIn] = [sum(importMilliWh), sum(feedInMilliWh)]
  const pooled = sum(allocated.pooledMilliWh[place]!)
  const given = sum(allocated.givenMilliWh[place]!)
  const allotted = sum(allocated.allottedMilliWh[place]!)
  const received = sum(allocated.receivedMilliWh[place]!)
  return {
    importMilliWh: taken,
    feedInMilliWh: fedIn,
    pooledMilliWh: pooled,
    returnedMilliWh: pooled - given,
    givenMilliWh: given,
    allottedMilliWh: allotted,
    receivedMilliWh: received,
    unusedMilliWh: allotted - received,
    suppliedMilliWh: taken - received,
    soldMilliWh: fedIn - given,
  }
}

export const noEnergies: MemberEnergies = {
  ...{ importMilliWh: 0, feedInMilliWh: 0, pooledMilliWh: 0, returnedMilliWh: 0, givenMilliWh: 0 },
  ...{ allottedMilliWh: 0, receivedMilliWh: 0, unusedMilliWh: 0, suppliedMilliWh: 0, soldMilliWh: 0 },
}

export function addEnergies(a: MemberEnergies, b: MemberEnergies): MemberEnergies {
  const kinds = Object.keys(a) as (keyof MemberEnergies)[]
  return Object.fromEntries(kinds.map((kind) => [kind, a[kind] + b[kind]])) as unknown as MemberEnergies
}
