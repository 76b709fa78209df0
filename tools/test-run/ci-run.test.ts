import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'

/** `.ci/run` with an `npm` of ours; its exit code, and its last lines. */
function runWith(npm: string): { code: number | null; lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bin = join(folder, 'bin')
  cpSync(new URL('../../.ci/', import.meta.url), join(folder, 'work', '.ci'), { recursive: true })
  mkdirSync(bin)
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${npm}\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  const { status, stdout } = spawnSync('bash', [join(folder, 'work', '.ci', 'run')], {
    env,
    encoding: 'utf8',
  })
  return { code: status, lines: stdout.trim().split('\n') }
}

test('each part runs, also after one that failed, and the failures stand at the end', () => {
  const npm = `echo "ran $*"
    [ "$1" = test ] && { echo ' FAIL  a.test.ts > adds'; echo 'Error: 3 is not 2'; echo 'failed: a.test.ts: adds'; exit 1; }
    exit 0`
  const { code, lines } = runWith(npm)
  expect(code).toBe(1)
  expect(lines.filter((line) => line.startsWith('ran '))).toEqual([
    'ran test',
    'ran run --silent test:start',
    'ran run --silent test:cluster',
    // What follows a failure in the log stands with it once more.
    ...['ran run --silent test:start', 'ran run --silent test:cluster'],
  ])
  expect(lines.slice(-2)).toEqual(['failed: a.test.ts: adds', 'failed: npm test'])
  expect(lines.filter((line) => line === 'Error: 3 is not 2')).toHaveLength(2)
})

test('without a failure it succeeds and says no more', () => {
  const { code, lines } = runWith('echo "ran $*"')
  expect([code, lines.length]).toEqual([0, 3])
})
