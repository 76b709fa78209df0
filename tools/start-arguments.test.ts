import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', timeout: 60_000 })

test.each([['start.mjs'], ['start.mjs', 'serve'], ['dev.mjs']])(
  '%s %s explains itself and starts nothing',
  (...args) => {
    const { status, stdout } = run(...args, '--help')
    expect(stdout).toContain('npm run dev')
    expect(stdout).not.toContain('Installing')
    expect(status).toBe(0)
  },
)

test.each([['start.mjs'], ['start.mjs', 'serve'], ['dev.mjs']])(
  '%s %s refuses unknown arguments',
  (...args) => {
    const { status, stdout, stderr } = run(...args, '--port=9090')
    expect(stderr).toContain('Unknown: --port=9090')
    expect(stdout).toBe('')
    expect(status).toBe(1)
  },
)
