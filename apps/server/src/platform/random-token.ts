import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, encoded for URLs and cookies. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only this is stored; random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
