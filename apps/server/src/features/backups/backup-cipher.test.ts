import { expect, test } from 'vitest'
import { createBackupKey, openPart, sealPart } from './backup-cipher.ts'

const key = createBackupKey()
const content = Buffer.from('wifi=open sesame')

test('equal parts of a backup look different, so that nobody learns what repeats', () => {
  const bodyOf = (sealed: Buffer) => sealed.subarray(0, -16).toString('hex')
  const bodies = [0, 1, 2].map((position) => bodyOf(sealPart(key, 7, position, content)))
  expect(new Set(bodies).size).toBe(3)
})

test('a part opens as itself only: in its backup, at its place, unchanged, with its key', () => {
  const sealed = sealPart(key, 7, 1, content)
  expect(openPart(key, 7, 1, sealed)).toEqual(content)
  const changed = Buffer.from(sealed)
  changed[3]! ^= 1
  const wrong: (() => Buffer)[] = [
    () => openPart(key, 8, 1, sealed),
    () => openPart(key, 7, 2, sealed),
    () => openPart(key, 7, 1, changed),
    () => openPart(createBackupKey(), 7, 1, sealed),
  ]
  for (const open of wrong) expect(open).toThrow()
})
