import type { JsonSchema } from './json-schema.ts'

/** A schema in a short notation that people read: `{ id: integer, name: string, parent?: integer | null }`. */
export function describeSchema(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => describeSchema(choice, indent)).join(' | ')
  if (schema.properties) return describeObject(schema, indent)
  if (schema.items) {
    const inner = describeSchema(schema.items, indent)
    return inner.includes(' | ') && !inner.startsWith('{') ? `(${inner})[]` : `${inner}[]`
  }
  if (typeof schema.additionalProperties === 'object')
    return `{ [key]: ${describeSchema(schema.additionalProperties, indent)} }`
  return [schema.type ?? 'anything'].flat().join(' | ')
}

function describeObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const deeper = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      `${deeper}${name}${required.includes(name) ? '' : '?'}: ${describeSchema(property, deeper)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}
