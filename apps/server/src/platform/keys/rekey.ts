import type { Db, Queryable } from '../db/db.ts'
import { rawSql, sql } from '../db/sql.ts'
import {
  deleteSealed,
  findSealedRows,
  replaceSealed,
  type SealedPlace,
  type SealedRow,
  sealedPlaces,
} from './sealed-places.ts'
import { type SecretBox, UnreadableSecretError } from './secret-box.ts'

export interface RekeyResult {
  resealed: number
  /** What none of the keys opens. */
  unreadable: number
  /** What was discarded because none of them opens it. */
  dropped: number
  /** Whether everything is sealed with the sealing key now, so that the others may be removed. */
  isDone: boolean
}

/** Cleans up after a discarded value, in the transaction that deletes it. */
export type AfterDrop = (tx: Queryable, place: SealedPlace, row: SealedRow) => Promise<void>

/**
 * Reseals everything with the sealing key of `box`. May be interrupted and run again; servers may run meanwhile, since
 * each value is replaced only if it has not changed since it was read.
 */
export async function rekey(
  db: Db,
  box: SecretBox,
  /** Discards what no key opens; by default it stays. */
  { afterDrop = null }: { afterDrop?: AfterDrop | null } = {},
): Promise<RekeyResult> {
  let resealed = 0
  for (const place of sealedPlaces) resealed += (await resealPlace(db, box, place, null)).resealed
  return db.transaction(async (tx) => {
    const tables = sealedPlaces.map(({ table }) => table)
    // Writes are blocked for the final check. What came since the first round is done here.
    await tx.run(rawSql(`lock table sealing_key, ${tables.join(', ')} in exclusive mode`))
    const last = await resealAll(tx, box, afterDrop)
    if (last.unreadable === 0) {
      await tx.run(sql`delete from sealing_key where id <> ${box.keyId}`)
      await tx.run(sql`insert into sealing_key (id) values (${box.keyId}) on conflict do nothing`)
    }
    return {
      ...last,
      resealed: resealed + last.resealed,
      isDone: last.unreadable === 0,
    }
  })
}

/** The same within a transaction that nobody else sees yet, and without recording which keys are in use. */
export async function resealAll(
  tx: Queryable,
  box: SecretBox,
  afterDrop: AfterDrop | null,
): Promise<Omit<RekeyResult, 'isDone'>> {
  const sum = { resealed: 0, unreadable: 0, dropped: 0 }
  for (const place of sealedPlaces) {
    const { resealed, unreadable, dropped } = await resealPlace(tx, box, place, afterDrop)
    sum.resealed += resealed
    sum.unreadable += unreadable
    sum.dropped += dropped
  }
  return sum
}

async function resealPlace(db: Queryable, box: SecretBox, place: SealedPlace, afterDrop: AfterDrop | null) {
  const sum = { resealed: 0, unreadable: 0, dropped: 0 }
  for (const row of await findSealedRows(db, place)) {
    try {
      const bytes = box.reseal(row.sealed, place.purpose, row.owner)
      if (bytes && (await replaceSealed(db, place, row, bytes))) sum.resealed += 1
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error
      if (afterDrop === null) sum.unreadable += 1
      else {
        await deleteSealed(db, place, row)
        await afterDrop(db, place, row)
        sum.dropped += 1
      }
    }
  }
  return sum
}
