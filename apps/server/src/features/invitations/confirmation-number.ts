import { createHash, randomInt } from 'node:crypto'

/** What a link calls an invitation: a random integer below 2^53, which survives every program that reads numbers. */
export function createConfirmationNumber(): number {
  // Above 2^48 `randomInt` cannot; two draws make 53 bits.
  return randomInt(2 ** 27) * 2 ** 26 + randomInt(2 ** 26)
}

/**
 * Only this is kept. It would not stop who has the whole database from finding the number, but nothing opens with it
 * without signing in as the invited.
 */
export function hashConfirmationNumber(id: number): Buffer {
  return createHash('sha256').update(`LOCATION_INVITE ${id}`).digest()
}
