import type { Db } from '../../platform/db/db.ts'
import { createTurns, type Turns } from '../../platform/turns.ts'

/**
 * Turns for what the link asks of the database beside readings, which are stored in batches: many senders at once would
 * otherwise keep a database of one connection from the pages, and of several most of those that readings have.
 */
export const createLinkTurns = (db: Db): Turns => createTurns(db.kind === 'embedded' ? 1 : 4)
