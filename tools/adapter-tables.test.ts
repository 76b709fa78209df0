import { readFileSync } from 'node:fs'
import { adapters } from '@ohmstead/adapters/all-adapters'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import { expect, it } from 'vitest'
import { fillAdapterTables } from './adapter-tables.ts'

it('the tables of the adapters are those of the document (npm run adapter-tables)', () => {
  const document = readFileSync(new URL('../docs/adapters.md', import.meta.url), 'utf8')
  expect(fillAdapterTables(document)).toBe(document)
})

it('every adapter has a name of its own, and maps only to canonical metrics', () => {
  const kinds = adapters.map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  for (const { mappings } of adapters)
    for (const { target } of mappings) {
      if (target === '') continue
      const metric = target.slice(target.indexOf('/') + 1)
      const names = metric.includes('N') ? [1, 2, 3].map((n) => metric.replace('N', String(n))) : [metric]
      expect(names.filter((name) => findMetric(name) === null)).toEqual([])
    }
})
