import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  describeSoftware,
  makeSigner,
  makeSoftware,
  packArchive,
} from '../../../server/src/testing/make-software.ts'
import { unpackImage } from './unpack-image.ts'

const signer = makeSigner()
const stranger = makeSigner('Stranger')
const folder = mkdtempSync(join(tmpdir(), 'unpack-image-'))
afterAll(() => {
  for (const made of [signer, stranger]) made.remove()
  rmSync(folder, { recursive: true, force: true })
})

const into = join(folder, 'unpacked')
const program = { name: 'controller.js', content: Buffer.from('export const number = 1\n'.repeat(9000)) }
function unpack(image: Buffer, hardware = 'simulated'): Promise<string> {
  const file = join(folder, 'image.part')
  writeFileSync(file, image)
  return unpackImage(file, { into, certificateFile: signer.certificateFile, hardware })
}
const make = (more: Partial<Parameters<typeof makeSoftware>[1]> = {}, by = signer) =>
  makeSoftware(by, { version: '2.0.0', files: [program], ...more })

test('unpacks a signed image over what a killed run has left', async () => {
  await unpack(make({ version: '1.9' }))
  writeFileSync(join(into, 'left-over'), '')
  expect(await unpack(make({ hardware: ['simulated', 'A'] }))).toBe('2.0.0')
  expect(readdirSync(into).sort()).toEqual(['controller.js', 'package.json'])
  expect(readFileSync(join(into, 'controller.js')).equals(program.content)).toBe(true)
  expect(readFileSync(join(into, 'package.json'), 'utf8')).toContain('"module"')
})

const changed = make()
changed[changed.lastIndexOf('number = 1')] = 0x58
const unsigned = packArchive([
  { name: 'sw-description', content: Buffer.from(describeSoftware('2.0.0', [program])) },
  program,
])
const withMore = makeSoftware(signer, { version: '2.0.0', files: [program] })
const refused: [string, Buffer, RegExp][] = [
  ['a changed file', changed, /controller\.js is not what sw-description says/],
  ['the signature of a stranger, certificate and all', make({}, stranger), /not signed by the owner/],
  ['no signature', unsigned, /sw-description\.sig is not where it must be/],
  ['other hardware', make({ hardware: ['A', 'B'] }), /it is for A, B, not for simulated/],
  ['half an image', withMore.subarray(0, withMore.length / 2), /its end is missing/],
  [
    'no program',
    make({ files: [{ name: 'other.js', content: Buffer.from('') }] }),
    /it holds no controller\.js/,
  ],
  [
    'a file for another folder',
    make({ files: [program, { name: '../evil.js', content: Buffer.from('x') }] }),
    /no name of a file/,
  ],
]
test.each(refused)('refuses %s, and leaves nothing', async (_, image, reason) => {
  await expect(unpack(image)).rejects.toThrow(reason)
  expect(existsSync(into)).toBe(false)
  expect(existsSync(join(folder, 'evil.js'))).toBe(false)
})
