import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSecretBox, openSecretBox } from './secret-box.ts'

const key = Buffer.alloc(32, 7)
const secret = Buffer.from('a secret')

test('opens what it sealed, for the same purpose and with the same key only', () => {
  const box = createSecretBox(key)
  const sealed = box.seal(secret, 'a')
  expect(sealed.includes(secret)).toBe(false)
  expect(box.seal(secret, 'a').equals(sealed)).toBe(false)
  expect(box.open(sealed, 'a')).toEqual(secret)
  expect(() => box.open(sealed, 'b')).toThrow()
  expect(() => createSecretBox(Buffer.alloc(32, 8)).open(sealed, 'a')).toThrow()
  sealed[14]! ^= 1
  expect(() => box.open(sealed, 'a')).toThrow()
})

test('keeps a key of its own in a file that only its user reads', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ohmstead-secret-'))
  const boxes = await Promise.all([openSecretBox(null, directory), openSecretBox(null, directory)])
  expect(boxes[1]!.open(boxes[0]!.seal(secret, 'a'), 'a')).toEqual(secret)
  expect(statSync(join(directory, 'secret.key')).mode & 0o777).toBe(0o600)
})
