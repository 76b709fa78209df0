import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { addToBucket, type EnergyBuckets, emptyBuckets } from '../telemetry/bucket-energy.ts'

/** By the key of a device, those of the devices it took over from, the newest first. */
export async function findPredecessors(
  db: Queryable,
  locationId: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.rows<{ key: string; replaces: string }>(
    sql`select d.key, old.key as replaces from device d join device old on old.id = d.replaces_device_id
        where d.location_id = ${locationId}`,
  )
  const replaces = new Map(rows.map((row) => [row.key, row.replaces]))
  const found = new Map<string, string[]>()
  for (const key of replaces.keys()) {
    const chain: string[] = []
    for (let old = replaces.get(key); old !== undefined; old = replaces.get(old)) chain.push(old)
    found.set(key, chain)
  }
  return found
}

/** The energy of a device and of those before it, which never count at the same time. */
export function joinEnergy(
  parts: readonly (EnergyBuckets | undefined)[],
  count: number,
): EnergyBuckets | undefined {
  const known = parts.filter((part) => part !== undefined)
  if (known.length <= 1) return known[0]
  const joined = emptyBuckets(count)
  for (const { mWh, estimated, completeSlots, knownSlots } of known) {
    for (const [bucket, energy] of mWh.entries()) {
      if (energy === null) continue
      const span = { completeSlots: completeSlots[bucket]!, knownSlots: knownSlots[bucket]! }
      addToBucket(joined, bucket, { mWh: energy, ...span, isEstimated: estimated[bucket] === 1 })
    }
  }
  return joined
}

/** Where a device has no value, the one of the device before it. */
export function joinValues<Value>(lists: readonly (readonly (Value | null)[])[]): (Value | null)[] {
  return lists[0]!.map((_, index) => {
    for (const list of lists) if ((list[index] ?? null) !== null) return list[index]!
    return null
  })
}
