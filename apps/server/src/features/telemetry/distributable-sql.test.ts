import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// PostgreSQL may distribute the telemetry tables by location. A statement that any single machine would accept can fail
// there, so the rules are checked on the text of every statement of the server.

const source = fileURLToPath(new URL('../../', import.meta.url))
const telemetryTables = [
  'sample',
  'sample_pack',
  'energy_hour',
  'energy_day',
  'energy_due',
  'series',
  'telemetry_state',
]
const usesTelemetry = new RegExp(`\\b(from|into|update|join)\\s+(${telemetryTables.join('|')})\\b`)
const template = /sql`((?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*)`/g

const statements = globSync('features/**/*.ts', { cwd: source })
  .filter((name) => !name.endsWith('.test.ts'))
  .flatMap((name) =>
    [...readFileSync(source + name, 'utf8').matchAll(template)].map(
      ([, statement]) => `${name}: ${statement!.replace(/\s+/g, ' ').trim()}`,
    ),
  )
  .filter((statement) => usesTelemetry.test(statement))

/** Tables after `into` and `update`, and after `from` and `join` unless a function is called. */
function tablesOf(statement: string): string[] {
  const named = [
    ...statement.matchAll(/\b(?:into|update) ([a-z_]+)\b|\b(?:from|join) (?:lateral )?([a-z_]+)\b(?! ?\()/g),
  ]
  return named
    .map(([, written, read]) => (written ?? read)!)
    .filter((name) => name !== 'set' && name !== 'lateral')
}

const those = (isWrong: (statement: string) => boolean) => statements.filter(isWrong)

describe('every statement on telemetry tables', () => {
  it('is found', () => {
    expect(statements.length).toBeGreaterThan(25)
    const found = new Set(statements.flatMap(tablesOf))
    for (const table of telemetryTables) expect(found).toContain(table)
  })
  it('names the location', () => {
    expect(those((statement) => !/location_id|\$\{within\(range\)\}/.test(statement))).toEqual([])
  })
  it('joins no other table, and its own kind only within a location', () => {
    const isForeign = (name: string) => !telemetryTables.includes(name)
    expect(those((statement) => tablesOf(statement).some(isForeign))).toEqual([])
    const joins = those((statement) => new Set(tablesOf(statement)).size > 1)
    expect(joins.filter((statement) => !/\w\.location_id = \w+\.location_id/.test(statement))).toEqual([])
  })
  it('locks no rows and uses no system columns', () => {
    const forbidden = /for (no key )?update|for (key )?share|\b(xmax|xmin|ctid|tableoid)\b/
    expect(those((statement) => forbidden.test(statement))).toEqual([])
  })
})
