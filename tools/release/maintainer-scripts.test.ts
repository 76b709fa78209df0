import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './stage-program.ts'

// The package's own script on a machine that is not as it expects; e2e/cluster installs the whole package.

/** Does nothing, whoever is called. */
const absent = [
  'getent',
  'adduser',
  'chown',
  'deb-systemd-helper',
  'deb-systemd-invoke',
  'systemctl',
  'ohmstead',
]
/** Without owners, which only root may give. */
const install = '#!/bin/sh\nexec /usr/bin/install $(echo "$*" | sed "s/-[og] [a-z]*//g")\n'

function makeMachine() {
  const machine = mkdtempSync(join(tmpdir(), 'ohmstead-machine-'))
  onTestFinished(() => rmSync(machine, { recursive: true, force: true }))
  for (const folder of ['bin', 'etc/ohmstead', 'var/lib'])
    mkdirSync(join(machine, folder), { recursive: true })
  const put = (name: string, content: string) => {
    writeFileSync(join(machine, 'bin', name), content)
    chmodSync(join(machine, 'bin', name), 0o755)
  }
  for (const name of absent) put(name, '#!/bin/sh\n')
  put('install', install)
  const script = readFileSync(join(root, 'deploy/debian/postinst'), 'utf8')
    .replaceAll('/etc/ohmstead', join(machine, 'etc/ohmstead'))
    .replaceAll('/var/lib/ohmstead', join(machine, 'var/lib/ohmstead'))
    .replaceAll('/run/systemd/system', join(machine, 'run'))
  return {
    path: (name: string) => join(machine, 'etc/ohmstead', name),
    configure: (before: string) =>
      execFileSync('sh', ['-c', script, 'postinst', 'configure', before], {
        env: { ...process.env, PATH: `${join(machine, 'bin')}:${process.env.PATH}` },
        stdio: 'pipe',
      }),
  }
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test('the first installation makes a key that only root and the service read, and an upgrade leaves it', () => {
  const { path, configure } = makeMachine()
  writeFileSync(path('ohmstead.env'), 'HOST=127.0.0.1\n', { mode: 0o666 })
  configure('')
  const key = readFileSync(path('secret-key'), 'utf8')
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(['.', 'ohmstead.env', 'secret-key', 'database-url'].map((name) => modeOf(path(name)))).toEqual([
    0o750, 0o640, 0o640, 0o640,
  ])
  configure('')
  configure('0.1.0')
  expect(readFileSync(path('secret-key'), 'utf8')).toBe(key)
})

test('settings that somebody has deleted do not keep an upgrade from ending, and stay away', () => {
  const { path, configure } = makeMachine()
  configure('0.1.0')
  expect(['ohmstead.env', 'secret-key'].filter((name) => existsSync(path(name)))).toEqual([])
  rmSync(path('.'), { recursive: true })
  configure('0.1.0')
})

test('an installation that was cut off before it had written the key makes it the next time', () => {
  const { path, configure } = makeMachine()
  writeFileSync(path('secret-key'), '')
  configure('')
  expect(readFileSync(path('secret-key'), 'utf8')).toMatch(/=\n$/)
})
