import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, written so that they survive addresses and cookies. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only this is kept; random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
