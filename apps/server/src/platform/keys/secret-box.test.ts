import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox, UnreadableSecretError } from './secret-box.ts'

const key = Buffer.alloc(32, 7)
const otherKey = Buffer.alloc(32, 8)
const secret = Buffer.from('a secret')

/** The format from before key ids. */
function sealWithoutId(purpose: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(purpose))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

test('opens what it sealed, only for the same purpose and with the same key', () => {
  const box = createSecretBox(key)
  const sealed = box.seal(secret, 'totp', 1)
  expect(sealed.includes(secret)).toBe(false)
  expect(box.seal(secret, 'totp', 1).equals(sealed)).toBe(false)
  expect(box.open(sealed, 'totp', 1)).toEqual(secret)
  expect(() => box.open(sealed, 'totp', 2)).toThrow(UnreadableSecretError)
  expect(() => box.open(sealed, 'portalToken', 1)).toThrow(UnreadableSecretError)
  expect(() => createSecretBox(otherKey).open(sealed, 'totp', 1)).toThrow(/which is not given/)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => box.open(changed, 'totp', 1), `byte ${at}`).toThrow(UnreadableSecretError)
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => box.open(sealed.subarray(0, length), 'totp', 1)).toThrow(UnreadableSecretError)
})

test('opens what former keys sealed, and reseals it with its own', () => {
  const sealed = createSecretBox(key).seal(secret, 'totp', 1)
  const box = createSecretBox(otherKey, [key])
  expect(box.open(sealed, 'totp', 1)).toEqual(secret)
  const resealed = box.reseal(sealed, 'totp', 1)!
  expect(createSecretBox(otherKey).open(resealed, 'totp', 1)).toEqual(secret)
  expect(() => createSecretBox(key).open(resealed, 'totp', 1)).toThrow(UnreadableSecretError)
  expect(box.reseal(resealed, 'totp', 1)).toBeNull()
})

test('opens what was sealed before keys had ids, and reseals it', () => {
  const box = createSecretBox(otherKey, [key])
  for (const [purpose, sealed] of [
    ['totp', sealWithoutId('totp of user 1')],
    ['portalToken', sealWithoutId('external-credential:1')],
  ] as const) {
    expect(box.open(sealed, purpose, 1)).toEqual(secret)
    expect(() => box.open(sealed, purpose, 2)).toThrow(UnreadableSecretError)
    expect(createSecretBox(otherKey).open(box.reseal(sealed, purpose, 1)!, purpose, 1)).toEqual(secret)
    expect(createSecretBox(key).reseal(sealed, purpose, 1)).not.toBeNull()
  }
})

test('identifies its keys without revealing them', () => {
  const box = createSecretBox(key, [otherKey])
  expect(box.keyIds).toEqual([box.keyId, createSecretBox(otherKey).keyId])
  expect(box.keyId).toMatch(/^[0-9a-f]{16}$/)
  expect(key.includes(Buffer.from(box.keyId, 'hex'))).toBe(false)
})
