import { expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { DbError } from '../../platform/db/db-error.ts'
import type { TakenChange } from './bulk-run-queries.ts'
import { carryOutItem } from './carry-out-item.ts'

const change = { id: 1, undoes: null } as TakenChange

test('a database that is away is nobody’s failure: the location waits, and the change goes on later', async () => {
  const written: unknown[] = []
  const away = new DbError({ message: 'no connection', code: '57P01' })
  const db = { transaction: () => Promise.reject(away), run: async (text: unknown) => written.push(text) }
  const asked = { now: 0, onUnexpected: (error: unknown) => written.push(error) }
  await expect(carryOutItem(db as unknown as Db, change, 0, asked)).rejects.toBe(away)
  expect(written).toEqual([])
})
