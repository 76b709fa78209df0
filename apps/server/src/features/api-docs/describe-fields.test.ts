import { expect, test } from 'vitest'
import { buildOpenApi } from './build-openapi.ts'
import { describeFields, fieldNoteFiles, needsNote } from './describe-fields.ts'
import type { JsonSchema } from './json-schema.ts'
import { listOperations, type OpenApi } from './openapi-types.ts'

const api = buildOpenApi('1')

/** `Schema.field` of everything below. */
function listFields(value: unknown, owner: string): { at: string; field: JsonSchema }[] {
  if (typeof value !== 'object' || value === null) return []
  const { properties } = value as JsonSchema
  const own =
    value && properties && !('$ref' in properties)
      ? Object.entries(properties).map(([name, field]) => ({ at: `${owner}.${name}`, field }))
      : []
  return [...own, ...Object.values(value).flatMap((inner) => listFields(inner, owner))]
}

const listAllFields = ({ components, ...rest }: OpenApi) => [
  ...Object.entries(components.schemas).flatMap(([name, schema]) => listFields(schema, name)),
  ...listOperations({ components, ...rest }).flatMap(({ operation }) => [
    ...listFields(operation.requestBody, operation.operationId),
    ...listFields(operation.responses, operation.operationId),
  ]),
]

test('every field is described: in the contract by describe(), or in field-notes', () => {
  const silent = listAllFields(api).filter(({ field }) => field.const === undefined && needsNote(field))
  expect([...new Set(silent.map(({ at }) => at))].sort()).toEqual([])
})

test('every parameter is described: in the contract by describe(), or in field-notes', () => {
  const silent = listOperations(api).flatMap(({ operation }) =>
    (operation.parameters ?? []).flatMap((parameter) =>
      '$ref' in parameter || parameter.description ? [] : [`${operation.operationId}?${parameter.name}`],
    ),
  )
  expect(silent).toEqual([])
})

test('every note has a field, and only once', () => {
  const bare = JSON.parse(
    JSON.stringify(api, (key, value) => (key === 'description' ? undefined : value)),
  ) as OpenApi
  const used = describeFields(bare)
  const names = fieldNoteFiles.flatMap((file) => Object.keys(file))
  expect(names.filter((name) => !used.has(name))).toEqual([])
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('a currency is not described as an instant, nor a price as a missing one', () => {
  const currency = '#/components/schemas/CurrencyCode'
  const misnamed = listOperations(api).flatMap(({ operation }) =>
    (operation.parameters ?? []).flatMap((parameter) =>
      !('$ref' in parameter) &&
      parameter.schema.$ref === currency &&
      /instant/i.test(parameter.description ?? '')
        ? [`${operation.operationId}?${parameter.name}`]
        : [],
    ),
  )
  expect(misnamed).toEqual([])
  const about = (text: string) =>
    listAllFields(api).flatMap(({ at, field }) => (field.description === text ? [at] : []))
  expect(about('Which rate is missing.')).toEqual(['MissingReason.rate'])
  expect(about('Where the readings come from.')).toEqual(['MeteringPoint.source'])
  const ofOthers = [
    'How many alarms are not over.',
    'In `unit`.',
    'Indices of buckets with energy that was spread over an outage.',
    'Every rate that a line names, by its id.',
  ]
  expect(ofOthers.flatMap(about).filter((at) => /^(Bill|MonthMoney|Offer|Price)/.test(at))).toEqual([])
})

test('objects with equal content are one named schema', () => {
  const seen = new Map<string, string[]>()
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as JsonSchema
    if (properties && Object.keys(properties).length > 1) {
      const text = JSON.stringify(value)
      seen.set(text, [...(seen.get(text) ?? []), at])
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`)
  }
  visit(api.paths, '')
  visit(api.components.schemas, 'schemas')
  expect([...seen.values()].filter((places) => places.length > 1)).toEqual([])
})
