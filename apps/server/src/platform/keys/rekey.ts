import type { Db, Queryable } from '../db/db.ts'
import { rawSql, sql } from '../db/sql.ts'
import {
  deleteSealed,
  findSealedRows,
  replaceSealed,
  type SealedPlace,
  sealedPlaces,
} from './sealed-places.ts'
import { type SecretBox, UnreadableSecretError } from './secret-box.ts'

export interface RekeyResult {
  resealed: number
  /** What none of the keys opens. */
  unreadable: number
  /** Whether every value is under the sealing key now, so that the others may go. */
  isDone: boolean
}

/**
 * Seals everything under the sealing key of `box`. May be stopped and run again; servers may run meanwhile, as each
 * value is replaced only if it is still the one that was read.
 */
export async function rekey(
  db: Db,
  box: SecretBox,
  { dropUnreadable = false }: { dropUnreadable?: boolean } = {},
): Promise<RekeyResult> {
  let resealed = 0
  for (const place of sealedPlaces) resealed += (await resealPlace(db, box, place, false)).resealed
  return db.transaction(async (tx) => {
    const tables = sealedPlaces.map(({ table }) => table)
    // Nobody writes while we look whether all is done. What came since the first round is done here.
    await tx.run(rawSql(`lock table sealing_key, ${tables.join(', ')} in exclusive mode`))
    const last = await resealAll(tx, box, dropUnreadable)
    if (last.unreadable === 0) {
      await tx.run(sql`delete from sealing_key where id <> ${box.keyId}`)
      await tx.run(sql`insert into sealing_key (id) values (${box.keyId}) on conflict do nothing`)
    }
    return {
      resealed: resealed + last.resealed,
      unreadable: last.unreadable,
      isDone: last.unreadable === 0,
    }
  })
}

/** The same within a transaction that nobody else sees yet, and without a word on which keys are in use. */
export async function resealAll(
  tx: Queryable,
  box: SecretBox,
  dropUnreadable: boolean,
): Promise<{ resealed: number; unreadable: number }> {
  const sum = { resealed: 0, unreadable: 0 }
  for (const place of sealedPlaces) {
    const { resealed, unreadable } = await resealPlace(tx, box, place, dropUnreadable)
    sum.resealed += resealed
    sum.unreadable += unreadable
  }
  return sum
}

async function resealPlace(db: Queryable, box: SecretBox, place: SealedPlace, dropUnreadable: boolean) {
  const sum = { resealed: 0, unreadable: 0 }
  for (const row of await findSealedRows(db, place)) {
    try {
      const bytes = box.reseal(row.sealed, place.purpose, row.owner)
      if (bytes && (await replaceSealed(db, place, row, bytes))) sum.resealed += 1
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error
      if (dropUnreadable) await deleteSealed(db, place, row)
      else sum.unreadable += 1
    }
  }
  return sum
}
