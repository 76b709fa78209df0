import { z } from 'zod'

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  examples?: unknown[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
}

type Io = 'input' | 'output'
type Named = Record<string, JsonSchema & { id?: string }>

export interface SchemaStore {
  /** What a caller may send (`input`) or gets (`output`), with references to the shared schemas. */
  convert(schema: z.ZodType, io: Io): JsonSchema
  /** The shared schemas so far, by name. */
  named: Record<string, JsonSchema>
}

/**
 * Schemas of the contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1. Those with an `id` are collected and
 * referenced. One that differs as input (because of defaults, for example) becomes a second one, `…Input`: convert answers
 * first.
 */
export function createSchemaStore(): SchemaStore {
  const named: Record<string, JsonSchema> = {}

  function convert(schema: z.ZodType, io: Io): JsonSchema {
    // Within an object, since a top-level schema is not referenced.
    const whole = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' })
    const { $defs = {}, properties } = simplify(whole) as { $defs?: Named; properties: { it: JsonSchema } }
    const found = Object.fromEntries(
      Object.entries($defs).map(([name, { id: _, ...definition }]) => [name, definition]),
    )
    const differing = findDiffering(found)
    const point = <Value>(value: Value): Value =>
      JSON.parse(
        JSON.stringify(value).replace(
          /"#\/\$defs\/(\w+)"/g,
          (_, name) => `"#/components/schemas/${differing.has(name) ? `${name}Input` : name}"`,
        ),
      ) as Value
    for (const [name, definition] of Object.entries(found))
      named[differing.has(name) ? `${name}Input` : name] = point(definition)
    return point(properties.it)
  }

  /** The names already used with other content, and those that refer to them. */
  function findDiffering(found: Record<string, JsonSchema>): ReadonlySet<string> {
    const text = (schema: JsonSchema) =>
      JSON.stringify(schema)
        .replace(/"#\/(\$defs|components\/schemas)\//g, '"#/')
        .replace(/Input"/g, '"')
    const differing = new Set(
      Object.keys(found).filter((name) => named[name] && text(named[name]) !== text(found[name]!)),
    )
    for (let before = -1; before !== differing.size; ) {
      before = differing.size
      for (const [name, schema] of Object.entries(found))
        if (
          [...JSON.stringify(schema).matchAll(/#\/\$defs\/(\w+)/g)].some(([, other]) => differing.has(other!))
        )
          differing.add(name)
    }
    return differing
  }

  return { convert, named }
}

/** Without redundant keywords, open to fields of later versions, and with the known fields of a record. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify)
  if (typeof value !== 'object' || value === null) return value
  const { propertyNames, additionalProperties, ...rest } = value as JsonSchema
  if (propertyNames?.enum && additionalProperties !== undefined) {
    const properties = propertyNames.enum.map((name) => [name, simplify(additionalProperties)])
    return { ...rest, properties: Object.fromEntries(properties) }
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === '$schema' || (key === 'additionalProperties' && inner === false)) return []
      if (key === 'propertyNames' && JSON.stringify(inner) === '{"type":"string"}') return []
      return [[key, simplify(inner)]]
    }),
  )
}
