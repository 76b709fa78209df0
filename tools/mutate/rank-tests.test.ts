import { expect, test } from 'vitest'
import { findImporters, rankTests } from './rank-tests.ts'

const texts = new Map([
  ['packages/domain/src/rule.ts', ''],
  ['packages/domain/src/rule.test.ts', "import { a } from './rule.ts'"],
  ['packages/domain/src/other.test.ts', "import { b } from './rules.ts'"],
  ['apps/server/src/features/bills/bill.ts', "import { a } from '@ohmstead/domain/rule'"],
  ['apps/server/src/features/bills/bill.test.ts', "import { bill } from './bill.ts'"],
  [
    'apps/server/src/app.ts',
    "import { bill } from './features/bills/bill.ts'\nnew URL('./job.ts', import.meta.url)",
  ],
  ['apps/server/src/features/bills/bills.api.test.ts', "import '../../app.ts'"],
  ['apps/server/src/features/alarms/alarms.api.test.ts', "import '../../app.ts'"],
  ['apps/server/src/features/link/link.link.test.ts', "import '../../app.ts'"],
  ['apps/server/src/features/bills/bills.process.test.ts', "import '../../app.ts'"],
  ['apps/server/src/job.ts', ''],
  ['apps/web/src/page.tsx', "const page = lazy(() => import('../../../packages/domain/src/rule.ts'))"],
  ['apps/web/src/page.test.tsx', "import { Page } from './page.tsx'"],
  ['e2e/bills.e2e.test.ts', "import '../apps/server/src/app.ts'"],
])
const importers = findImporters(texts)
const rank = (file: string, likeness: (test: string) => number = () => 0) =>
  rankTests(file, importers, likeness).flatMap(({ tests }) => tests)

test('the nearest pure tests come first, then components, the most relevant server tests, and brokers', () => {
  expect(rank('packages/domain/src/rule.ts')).toEqual([
    'packages/domain/src/rule.test.ts',
    'apps/server/src/features/bills/bill.test.ts',
    'apps/web/src/page.test.tsx',
    'apps/server/src/features/bills/bills.api.test.ts',
    'apps/server/src/features/alarms/alarms.api.test.ts',
    'apps/server/src/features/link/link.link.test.ts',
  ])
  expect(rank('packages/domain/src/rule.ts', (test) => Number(test.includes('alarms')))[3]).toContain(
    'alarms',
  )
  expect(rank('apps/server/src/features/bills/bill.ts')[1]).toBe(
    'apps/server/src/features/bills/bills.api.test.ts',
  )
})

test('a program started by its address counts as imported', () => {
  expect(rank('apps/server/src/job.ts')).toHaveLength(3)
})
