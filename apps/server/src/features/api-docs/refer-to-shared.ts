import type { JsonSchema } from './json-schema.ts'

/** Objects identical to a shared schema become references to it, wherever they are. */
export function referToShared<Value>(document: Value, named: Record<string, JsonSchema>): Value {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))

  function replace(value: unknown, isShared = false): unknown {
    if (Array.isArray(value)) return value.map((item) => replace(item))
    if (typeof value !== 'object' || value === null) return value
    const name = isShared ? undefined : names.get(JSON.stringify(value))
    if (name) return { $ref: `#/components/schemas/${name}` }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]))
  }

  // Shared schemas may contain shared schemas: first within them, then in the rest of the document.
  for (const [name, schema] of Object.entries(named)) named[name] = replace(schema, true) as JsonSchema
  for (const [name, schema] of Object.entries(named)) names.set(JSON.stringify(schema), name)
  return replace(document) as Value
}
