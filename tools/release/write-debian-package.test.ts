import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './stage-program.ts'
import { listDocuments } from './write-debian-package.ts'

test('the package has every runbook that a runbook in it leads to', () => {
  const packaged = new Set(listDocuments())
  expect(packaged).toContain('docs/runbooks/production.md')
  const linked = [...packaged].flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\]\(([^):#]+\.md)/g)].map(([, target]) =>
      join(dirname(path), target!),
    ),
  )
  expect(linked.filter((path) => path.startsWith('docs/runbooks/') && !packaged.has(path))).toEqual([])
})

test('documents do not meet in the one folder they are packed into', () => {
  const names = listDocuments().map((path) => basename(path))
  expect(new Set(names).size).toBe(names.length)
  expect(listDocuments().every((path) => existsSync(join(root, path)))).toBe(true)
})
