import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../', import.meta.url))
const importing = (pattern: RegExp) =>
  globSync('**/*.ts', { cwd: source }).filter((name) => pattern.test(readFileSync(source + name, 'utf8')))

test('OpenTelemetry costs nothing without a collector: one file imports it, and is imported when there is one', () => {
  expect(importing(/from '@opentelemetry\//)).toEqual(['platform/tracing/open-telemetry.ts'])
  expect(importing(/from '[^']*\/open-telemetry\.ts'/)).toEqual([])
  expect(importing(/await import\('\.\/open-telemetry\.ts'\)/)).toEqual(['platform/tracing/start-tracing.ts'])
})
