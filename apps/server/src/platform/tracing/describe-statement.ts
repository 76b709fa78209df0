import type { SpanStart } from './trace.ts'

const tables = /\b(?:from|into|update|join|table) (?:only |lateral )?"?([a-z_][a-z0-9_]*)/

/** What a statement does and to which table: never its text, which could contain values. */
export function describeStatement(text: string): SpanStart {
  const plain = text.trimStart().toLowerCase().replace(/\s+/g, ' ')
  const operation = /^[a-z]+/.exec(plain)?.[0] ?? 'other'
  const table = tables.exec(plain)?.[1]
  return {
    name: table ? `${operation} ${table}` : operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
  }
}
