import type { Db } from '../../platform/db/db.ts'
import { createTurns, type Turns } from '../../platform/turns.ts'

/**
 * Turns for the link's database work besides readings, which are stored in batches: many senders at once would
 * otherwise block the pages on a single connection, or most of the readings' connections.
 */
export const createLinkTurns = (db: Db): Turns => createTurns(db.kind === 'embedded' ? 1 : 4)
