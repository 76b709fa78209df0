import { z } from 'zod'

/** JSON Schema as far as the contract makes use of it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  additionalProperties?: JsonSchema | boolean
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
}

/**
 * A schema of the contract as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks: `input` is what a caller may
 * send, `output` what an answer holds. Named schemas are collected in `named` and referred to.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  named: Record<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...own
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema?: string
    $defs?: Record<string, JsonSchema & { id?: string }>
  }
  for (const [name, { id: _id, ...definition }] of Object.entries($defs ?? {}))
    named[name] = pointHome(definition)
  return pointHome(own)
}

function pointHome<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Value
}
