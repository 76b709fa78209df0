import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createSerial, parseSerial, serialRandomBytes } from '@ohmstead/domain/fleet/serial'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { hashToken } from '../../platform/random-token.ts'
import { lockMark } from '../installation/installation-queries.ts'
import { deleteSetupCodes, findSetupCodes, type SetupCode, saveSetupCodes } from './setup-code-queries.ts'
import { hasSuperAdmin } from './super-admin-queries.ts'

/** Logs are kept longer than it takes to set up an installation. */
const validMs = 7 * 86_400_000
/** Several processes have one each, and repeated restarts do not fill the list. */
const mostCodes = 20

const closed = new WeakSet<Db>()

/** Whether nobody runs the platform yet. Once somebody does, the database is not queried again. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  if (closed.has(db)) return false
  if (!(await hasSuperAdmin(db))) return true
  closed.add(db)
  return false
}

/**
 * A code for the log that lets its reader become the first super admin; null if there is one, and then no code works
 * any more. Only hashes of codes are stored.
 */
export async function issueSetupCode(db: Db, now: number): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockMark(tx)
    if (await hasSuperAdmin(tx)) {
      await deleteSetupCodes(tx)
      return null
    }
    const code = createSerial(randomBytes(serialRandomBytes))
    const valid = (await findSetupCodes(tx)).filter(({ expiresAt }) => expiresAt > now)
    const added: SetupCode = { hash: hashToken(code).toString('hex'), expiresAt: now + validMs }
    await saveSetupCodes(tx, [...valid, added].slice(-mostCodes))
    return code
  })
}

/** Compares with every code in constant time. */
export async function isSetupCode(db: Queryable, typed: string, now: number): Promise<boolean> {
  const given = hashToken(parseSerial(typed)?.serial ?? '')
  let isRight = false
  for (const { hash, expiresAt } of await findSetupCodes(db))
    if (timingSafeEqual(given, Buffer.from(hash, 'hex')) && expiresAt > now) isRight = true
  return isRight
}
