import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { listDemoSources } from './demo-sources.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('follows imports, threads, programs, packages and data, but no types and nothing that waits for a request', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const use = (...names: string[]) => names.map((name) => `import { x } from '${name}'`).join('\n')
  const name = (path: string) => `(new URL('${path}', import.meta.url))`
  const files = {
    'apps/server/src/main.ts': `${use('./a.ts')}\nconst { b } = await import${name('./features/b.ts')}`,
    'apps/server/src/a.ts': `import type {\n  T,\n} from './types.ts'\nexport type A = string\n${use('@ohmstead/domain/deep/c')}`,
    'apps/server/src/types.ts': 'export type T = 1',
    'apps/server/src/features/b.ts': [
      use('./some-routes.ts', './link-routes.ts', '../serve-web.ts'),
      `new Worker${name('./thread.ts')}`,
      `fork${name('../../../controller/src/fleet.ts')}`,
    ].join('\n'),
    'apps/server/src/features/some-routes.ts': use('./only-of-routes.ts'),
    'apps/server/src/features/only-of-routes.ts': '',
    'apps/server/src/features/link-routes.ts': use('./take-readings.ts'),
    'apps/server/src/features/take-readings.ts': use('../main.ts'),
    'apps/server/src/features/thread.ts': `${use('../data.json')} with { type: 'json' }`,
    'apps/server/src/data.json': '{}',
    'apps/server/src/serve-web.ts': '',
    'apps/controller/src/fleet.ts': use('node:fs', './gone.ts'),
    'packages/domain/src/deep/c.ts': use('../d.ts'),
    'packages/domain/src/d.ts': '',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  expect(listDemoSources(folder)).toEqual([
    'apps/controller/src/fleet.ts',
    'apps/server/src/a.ts',
    'apps/server/src/data.json',
    'apps/server/src/features/b.ts',
    'apps/server/src/features/link-routes.ts',
    'apps/server/src/features/take-readings.ts',
    'apps/server/src/features/thread.ts',
    'apps/server/src/main.ts',
    'packages/domain/src/d.ts',
    'packages/domain/src/deep/c.ts',
  ])
})

test('finds what fills the demo of this repository, and no request handlers', () => {
  const sources = listDemoSources(root)
  expect(sources).toEqual(
    expect.arrayContaining([
      'apps/controller/src/demo-fleet.ts',
      'apps/controller/src/plant/advance-plant.ts',
      'apps/server/src/features/portal/import/store-days.ts',
      'apps/server/src/features/demo/demo-load-profile.ts',
      'apps/server/src/features/demo/seed-demo.ts',
      'apps/server/src/features/link/link-routes.ts',
      'apps/server/src/features/telemetry/energy-finisher.ts',
      'apps/server/src/features/telemetry/store-readings.ts',
      'apps/server/src/platform/db/embedded-engine.ts',
    ]),
  )
  expect(
    sources.filter((source) =>
      /calculation-routes|company-routes|serve-web|\.test\.ts$|\/testing\//.test(source),
    ),
  ).toEqual([])
})
