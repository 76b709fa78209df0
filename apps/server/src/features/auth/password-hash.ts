import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** A password in stored form: Argon2id in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...current, message: prepared(password), nonce, tagLength })
  return `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
let unmatchable: Promise<string> | undefined

/**
 * Whether the password matches the stored one. A missing hash (unknown e-mail, no password yet) takes the same time and
 * never matches. `isOutdated` asks for a new hash, computed while the password is available.
 */
export async function verifyPassword(
  password: string,
  kept: string | null | undefined,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  unmatchable ??= hashPassword(randomBytes(32).toString('hex'))
  const match = phc.exec(kept ?? '') ?? phc.exec(await unmatchable)!
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const expected = Buffer.from(match[5]!, 'base64')
  const tag = await derive('argon2id', {
    message: prepared(password),
    nonce: Buffer.from(match[4]!, 'base64'),
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  })
  const isRight = timingSafeEqual(tag, expected) && Boolean(kept)
  const isCurrent =
    memory === current.memory && passes === current.passes && parallelism === current.parallelism
  return { isRight, isOutdated: isRight && !isCurrent }
}

/** The same password typed on two keyboards yields the same bytes. */
const prepared = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8')

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
