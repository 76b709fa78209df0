import { createHash, randomInt } from 'node:crypto'

/** The number of an invitation in links: a random integer below 2^53, safe in every program that reads numbers. */
export function createConfirmationNumber(): number {
  // `randomInt` is limited to 2^48; two draws make 53 bits.
  return randomInt(2 ** 27) * 2 ** 26 + randomInt(2 ** 26)
}

/**
 * Only this is stored. Anybody with the whole database could still find the number, but it is useless
 * without signing in as the invited person.
 */
export function hashConfirmationNumber(id: number): Buffer {
  return createHash('sha256').update(`LOCATION_INVITE ${id}`).digest()
}
