import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A random secret of 192 bits, safe in shells, addresses and headers. Programs take a leading
 * hyphen for an option, so one in 64 is drawn again.
 */
export function createSecret(): string {
  const secret = randomBytes(24).toString('base64url')
  return secret.startsWith('-') ? createSecret() : secret
}

/** Random secrets need no slow hash: there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether a secret matches the hash, in constant time. */
export function isSecretRight(secret: string, hash: Uint8Array | null): boolean {
  const given = hashSecret(secret)
  return hash !== null && hash.length === given.length && timingSafeEqual(given, hash)
}
