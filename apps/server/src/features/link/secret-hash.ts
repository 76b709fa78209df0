import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A random secret of 192 bits, written so that it survives shells, addresses and headers. Programs take what begins with a
 * hyphen for an option of their own, so that one in 64 is drawn again.
 */
export function createSecret(): string {
  const secret = randomBytes(24).toString('base64url')
  return secret.startsWith('-') ? createSecret() : secret
}

/** Random secrets need no slow hash: there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether a secret is the one behind the hash, in a time that does not tell how much of it was right. */
export function isSecretRight(secret: string, hash: Uint8Array | null): boolean {
  const given = hashSecret(secret)
  return hash !== null && hash.length === given.length && timingSafeEqual(given, hash)
}
