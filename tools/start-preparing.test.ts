import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

// start.mjs in a folder where npm and the pinned Node only record that they were called.

function makeProject() {
  const root = mkdtempSync(join(tmpdir(), 'ohmstead-prepare-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const notes = join(root, 'notes')
  const writeProgram = (path: string, script: string) => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  cpSync(fileURLToPath(new URL('../start.mjs', import.meta.url)), join(root, 'start.mjs'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeProgram(join(root, 'bin', 'npm'), `echo install >> ${notes}; mkdir -p ${root}/node_modules/vite`)
  const built = `${root}/apps/web/dist`
  writeProgram(
    join(root, 'node_modules', '.bin', 'node'),
    `echo build >> ${notes}; mkdir -p ${built}; touch ${built}/index.html`,
  )
  return {
    root,
    prepare(): string[] {
      writeFileSync(notes, '')
      const PATH = [join(root, 'bin'), process.env.PATH].join(delimiter)
      const { status } = spawnSync(process.execPath, [join(root, 'start.mjs'), 'serve', '--prepare'], {
        env: { PATH },
      })
      expect(status).toBe(0)
      return readFileSync(notes, 'utf8').trim().split('\n').filter(Boolean)
    },
  }
}

test('an upgrade builds the pages even if the build tools were removed after the last one', () => {
  const { root, prepare } = makeProject()
  expect(prepare()).toEqual(['install', 'build'])
  expect(prepare()).toEqual([])
  // As `npm prune --omit=dev` does.
  rmSync(join(root, 'node_modules', 'vite'), { recursive: true })
  expect(prepare()).toEqual([])
  writeFileSync(join(root, 'apps', 'web', 'page.tsx'), 'new')
  expect(prepare()).toEqual(['install', 'build'])
  writeFileSync(join(root, 'apps', 'web', 'page.tsx'), 'newer')
  expect(prepare()).toEqual(['build'])
})
