import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

test('a password matches only its own hash, and every hash has its own salt', async () => {
  const kept = await hashPassword('correct horse')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashPassword('correct horse')).not.toBe(kept)
  expect(await verifyPassword('correct horse', kept)).toEqual({ isRight: true, isOutdated: false })
  expect((await verifyPassword('correct horsE', kept)).isRight).toBe(false)
})

test('a long password counts to its last character', async () => {
  const long = 'a wide river of words '.repeat(12).slice(0, 256)
  const kept = await hashPassword(long)
  expect((await verifyPassword(long, kept)).isRight).toBe(true)
  expect((await verifyPassword(`${long.slice(0, -1)}!`, kept)).isRight).toBe(false)
})

test('composed and decomposed letters are the same password', async () => {
  const kept = await hashPassword('\u010dmrlj')
  expect((await verifyPassword('c\u030cmrlj', kept)).isRight).toBe(true)
})

test('without a hash nothing matches', async () => {
  for (const kept of [null, undefined, '', 'plain', '$2b$10$abc']) {
    expect(await verifyPassword('anything', kept)).toEqual({ isRight: false, isOutdated: false })
  }
})

test('a hash with other parameters still matches and needs renewal', async () => {
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', {
    message: 'pw',
    nonce,
    memory: 8192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const kept = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(tag)}`
  expect(await verifyPassword('pw', kept)).toEqual({ isRight: true, isOutdated: true })
})
