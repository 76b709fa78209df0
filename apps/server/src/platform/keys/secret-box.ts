import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { purposeOf, type SealedPurpose } from './sealed-places.ts'

/** Encrypts small secrets for the database; each opens only for its purpose and its owner. */
export interface SecretBox {
  /** Identifies the sealing key. It reveals nothing about it. */
  readonly keyId: string
  /** Of every key that opens, the sealing one first. */
  readonly keyIds: readonly string[]
  seal(secret: Uint8Array, purpose: SealedPurpose, ownerId: number): Buffer
  /** Throws UnreadableSecretError if none of the keys sealed it, or the bytes were changed. */
  open(sealed: Uint8Array, purpose: SealedPurpose, ownerId: number): Buffer
  /** The same secret under the sealing key; null if it already is. Throws as `open` does. */
  reseal(sealed: Uint8Array, purpose: SealedPurpose, ownerId: number): Buffer | null
  /** The same, and these keys open as well. */
  withOthers(keys: readonly Uint8Array[]): SecretBox
}

export class UnreadableSecretError extends Error {}

export const keyLength = 32
const idLength = 8
const nonceLength = 12
const tagLength = 16
/** Sealed values begin with it and the id of their key; the oldest ones begin with their nonce. */
const mark = Buffer.from('OHM1')
const headLength = mark.length + idLength

/** `key` seals; it and the `others` open. */
export function createSecretBox(key: Uint8Array, others: readonly Uint8Array[] = []): SecretBox {
  const keys = [key, ...others].map((bytes) => ({ bytes, id: idOf(bytes) }))
  const own = keys[0]!

  function seal(secret: Uint8Array, purpose: SealedPurpose, ownerId: number): Buffer {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', own.bytes, nonce)
    cipher.setAAD(Buffer.from(purposeOf(purpose, ownerId)))
    const body = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    return Buffer.concat([mark, own.id, nonce, body])
  }

  function open(sealed: Uint8Array, purpose: SealedPurpose, ownerId: number): Buffer {
    const bytes = Buffer.from(sealed)
    const named = hasMark(bytes) ? keys.find(({ id }) => id.equals(idIn(bytes))) : undefined
    const tries = named ? [{ key: named, body: bytes.subarray(headLength) }] : []
    // A nonce may happen to begin like the mark; whichever opens decides.
    for (const one of keys) tries.push({ key: one, body: bytes })
    for (const { key: one, body } of tries) {
      const secret = decrypt(body, one.bytes, purposeOf(purpose, ownerId))
      if (secret) return secret
    }
    throw new UnreadableSecretError(
      hasMark(bytes) && !named
        ? `sealed with the key ${idIn(bytes).toString('hex')}, which is not given`
        : 'sealed with another key, or changed since',
    )
  }

  return {
    keyId: own.id.toString('hex'),
    keyIds: keys.map(({ id }) => id.toString('hex')),
    seal,
    open,
    withOthers: (more) => createSecretBox(key, [...others, ...more]),
    reseal: (sealed, purpose, ownerId) => {
      const secret = open(sealed, purpose, ownerId)
      const bytes = Buffer.from(sealed)
      return hasMark(bytes) && own.id.equals(idIn(bytes)) ? null : seal(secret, purpose, ownerId)
    },
  }
}

const hasMark = (bytes: Buffer) => bytes.subarray(0, mark.length).equals(mark)
const idIn = (bytes: Buffer) => bytes.subarray(mark.length, headLength)

function idOf(key: Uint8Array): Buffer {
  if (key.length !== keyLength) throw new Error(`a key has ${keyLength} bytes`)
  return createHmac('sha256', key).update('ohmstead key id').digest().subarray(0, idLength)
}

/** `body` is nonce, secret and tag; null if the key or purpose differs, or a byte was changed. */
function decrypt(body: Buffer, key: Uint8Array, purpose: string): Buffer | null {
  if (body.length < nonceLength + tagLength) return null
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceLength))
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(body.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(body.subarray(nonceLength, -tagLength)), decipher.final()])
  } catch {
    return null
  }
}
