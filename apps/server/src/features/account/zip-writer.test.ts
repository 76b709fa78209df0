import { expect, test } from 'vitest'
import { readZip } from '../../testing/read-zip.ts'
import { createZipWriter } from './zip-writer.ts'

const written = new Date(2026, 10, 22, 19, 46, 58)
const files = [
  ['profile.json', '{"name":"Ana"}'],
  ['meritve/števec.csv', 'time,power\n'.repeat(50_000)],
  ['empty.txt', ''],
] as const

/** Of at most seven thousand characters; a two-byte letter may occur at any offset. */
async function* inPieces(text: string) {
  for (let at = 0; at < text.length; at += 7000) yield text.slice(at, at + 7000)
}

test('an archive contains every file in full, with its name and time, for any program since 2.0', async () => {
  const pieces: Buffer[] = []
  const zip = createZipWriter(async (bytes) => void pieces.push(bytes), written)
  for (const [name, text] of files) await zip.add(name, inPieces(text))
  const length = await zip.finish()
  const archive = Buffer.concat(pieces)
  expect(length).toBe(archive.length)
  const at = Date.UTC(2026, 10, 22, 19, 46, 58)
  expect(readZip(archive)).toEqual(
    files.map(([name, text]) => ({ name, text, version: 20, isUtf8: true, at })),
  )
  expect(archive.length).toBeLessThan(10_000)
})

test('a file that cannot be read or written fails the archive with its reason', async () => {
  const unreadable = createZipWriter(async () => {}, written)
  async function* fails() {
    yield 'a'
    throw new Error('not readable')
  }
  await expect(unreadable.add('a.txt', fails())).rejects.toThrow('not readable')

  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield crypto.randomUUID().repeat(1000)
    } finally {
      isClosed = true
    }
  }
  const full = createZipWriter(() => Promise.reject(new Error('disk full')), written)
  await expect(full.add('a.txt', endless())).rejects.toThrow('disk full')
  await expect.poll(() => isClosed).toBe(true)
  await expect(full.add('b.txt', ['b'])).rejects.toThrow('disk full')
})
