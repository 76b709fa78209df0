import { balanceRoles } from './balance-roles.ts'

/**
 * The balance of any number of locations per bucket, in mWh; NaN is unknown. Sums of different locations, and of
 * different spans, add up to those of all of them.
 */
export interface BalanceSums {
  /** In the order of `balanceRoles`. */
  flows: Float64Array[]
  consumption: Float64Array
  /** What of the import, the export and the production lies in slots without a complete balance. */
  outside: Float64Array[]
  /** What of the consumption is of locations without a grid meter. */
  loads: Float64Array
  estimated: Uint8Array
  incomplete: Uint8Array
}

const unknown = (count: number) => new Float64Array(count).fill(Number.NaN)

export function createSums(count: number): BalanceSums {
  return {
    flows: balanceRoles.map(() => unknown(count)),
    consumption: unknown(count),
    outside: [0, 1, 2].map(() => new Float64Array(count)),
    loads: new Float64Array(count),
    estimated: new Uint8Array(count),
    incomplete: new Uint8Array(count),
  }
}

/** Adds bucket `from` of some sums to bucket `to` of others. */
export function addBucket(into: BalanceSums, to: number, sums: BalanceSums, from: number): void {
  for (let flow = 0; flow < balanceRoles.length; flow++) {
    const mWh = sums.flows[flow]![from]!
    if (!Number.isNaN(mWh)) addKnown(into.flows[flow]!, to, mWh)
  }
  const used = sums.consumption[from]!
  if (!Number.isNaN(used)) addKnown(into.consumption, to, used)
  for (let flow = 0; flow < 3; flow++) into.outside[flow]![to]! += sums.outside[flow]![from]!
  into.loads[to]! += sums.loads[from]!
  if (sums.estimated[from]) into.estimated[to] = 1
  if (sums.incomplete[from]) into.incomplete[to] = 1
}

/** Unknown counts as nothing where something known is added. */
export function addKnown(sums: Float64Array, bucket: number, mWh: number): void {
  const sum = sums[bucket]!
  sums[bucket] = Number.isNaN(sum) ? mWh : sum + mWh
}
