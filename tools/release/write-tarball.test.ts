import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeTarball } from './write-tarball.ts'

async function pack(names: string[], mtime: number, mode: number, content = 'same'): Promise<Buffer> {
  const parent = mkdtempSync(join(tmpdir(), 'ohmstead-tarball-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  mkdirSync(join(parent, 'tree'))
  for (const name of names) {
    const path = join(parent, 'tree', name)
    writeFileSync(path, content)
    chmodSync(path, mode)
    utimesSync(path, mtime, mtime)
  }
  const file = join(parent, 'tree.tar.zst')
  await writeTarball(file, { parent, name: 'tree', builtAt: new Date(1e12), level: 3 })
  return readFileSync(file)
}

test('the same files give the same bytes, in whatever order and with whatever umask they were made', async () => {
  const first = await pack(['a', 'b'], 1_000_000, 0o644)
  expect(await pack(['b', 'a'], 2_000_000, 0o600)).toEqual(first)
  expect(await pack(['a', 'b'], 1_000_000, 0o644, 'other')).not.toEqual(first)
})
