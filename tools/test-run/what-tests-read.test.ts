import { expect, test } from 'vitest'
import { findReads, listTestFiles } from './what-tests-read.ts'

const readsOf = (sources: Record<string, string>, file: string) =>
  findReads(new Map(Object.entries(sources))).find((one) => one.file === file)?.reads

test('a test reads what it, its helpers and the sources beside it open', () => {
  const sources = {
    'apps/server/src/features/docs/docs.api.test.ts':
      "import { start } from '../../testing/start-broker.ts'; new URL('../../../../../docs/openapi.json', import.meta.url)",
    'apps/server/src/features/docs/serve-docs.ts':
      'new URL(`../../../../../docs/runbooks/$name.md`, import.meta.url)',
    'apps/server/src/features/other/other.ts': "new URL('./other-worker.ts', import.meta.url)",
    'apps/server/src/testing/start-broker.ts':
      "import { folders } from './folders.ts'; new URL('../../../../deploy/', import.meta.url)",
    'apps/server/src/testing/folders.ts': "new URL('../../../../', import.meta.url)",
  }
  expect(readsOf(sources, 'apps/server/src/features/docs/docs.api.test.ts')).toEqual([
    'docs/openapi.json',
    'deploy/',
    'docs/runbooks/',
  ])
})

test('a journey reads its kit, transitively', () => {
  const sources = {
    'e2e/auth-registration.e2e.test.ts': "import { useStage } from './kit/browser.ts'",
    'e2e/kit/browser.ts': "import { words } from './words.ts'",
    'e2e/kit/words.ts': 'new URL(`../../locales/$locale.json`, import.meta.url)',
    'e2e/kit/people.ts': '',
  }
  expect(readsOf(sources, 'e2e/auth-registration.e2e.test.ts')).toEqual([
    'e2e/kit/browser.ts',
    'e2e/kit/words.ts',
  ])
})

test('files read without an import are found in the real sources', () => {
  const reads = listTestFiles()
  const readersOf = (path: string) =>
    reads.filter((test) => test.reads.some((start) => path.startsWith(start))).map(({ file }) => file)
  expect(readersOf('docs/runbooks/production.md')).toContain(
    'apps/server/src/features/api-docs/api-docs.once.api.test.ts',
  )
  expect(readersOf('deploy/mosquitto.conf')).toContain(
    'apps/server/src/features/link/external-broker.link.test.ts',
  )
  expect(readersOf('e2e/kit/authenticator.ts')).toContain('e2e/account.e2e.test.ts')
  // Nothing that every server test would have to run for.
  expect(readersOf('docs/runbooks/production.md').length).toBeLessThan(10)
})
