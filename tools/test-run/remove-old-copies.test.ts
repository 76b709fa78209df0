import { globSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeOldCopies } from './remove-old-copies.ts'

test('deletes only copies that no run has used within a day', () => {
  const cache = mkdtempSync(join(tmpdir(), 'ohmstead-cache-'))
  onTestFinished(() => rmSync(cache, { recursive: true }))
  const now = Date.UTC(2026, 5, 2, 12)
  const asked = (hoursAgo: number, name: string) => {
    mkdirSync(join(cache, name), { recursive: true })
    writeFileSync(join(cache, name, 'copy.tar'), '')
    utimesSync(join(cache, name), new Date(now), new Date(now - hoursAgo * 3_600_000))
  }
  asked(25, 'test-databases/embedded-old')
  asked(23, 'test-databases/embedded-new')
  asked(48, 'demos/2026-05-31-old')
  asked(1, 'demos/2026-06-02-new')
  asked(48, 'compiled/v26/old')
  asked(1, 'compiled/v26/new')
  asked(48, 'types')
  removeOldCopies(cache, now)
  removeOldCopies(join(cache, 'none'), now)
  expect(globSync('**/*.tar', { cwd: cache }).sort()).toEqual(
    ['compiled/v26/new', 'demos/2026-06-02-new', 'test-databases/embedded-new', 'types'].map((name) =>
      join(name, 'copy.tar'),
    ),
  )
})
