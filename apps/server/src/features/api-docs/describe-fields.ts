import type { FieldNotes } from './field-note.ts'
import { alarmNotes } from './field-notes/alarm-notes.ts'
import { alarmRuleNotes } from './field-notes/alarm-rule-notes.ts'
import { backupNotes } from './field-notes/backup-notes.ts'
import { bulkNotes } from './field-notes/bulk-notes.ts'
import { commonNotes } from './field-notes/common-notes.ts'
import { deviceNotes } from './field-notes/device-notes.ts'
import { feeNotes } from './field-notes/fee-notes.ts'
import { invoiceNotes } from './field-notes/invoice-notes.ts'
import { locationPriceNotes } from './field-notes/location-price-notes.ts'
import { moneyNotes } from './field-notes/money-notes.ts'
import { offerComparisonNotes } from './field-notes/offer-comparison-notes.ts'
import { operationNotes } from './field-notes/operation-notes.ts'
import { peopleNotes } from './field-notes/people-notes.ts'
import { priceNotes } from './field-notes/price-notes.ts'
import { savingsNotes } from './field-notes/savings-notes.ts'
import { searchNotes } from './field-notes/search-notes.ts'
import { sharingNotes } from './field-notes/sharing-notes.ts'
import { timePlanNotes } from './field-notes/time-plan-notes.ts'
import { updateNotes } from './field-notes/update-notes.ts'
import { webhookNotes } from './field-notes/webhook-notes.ts'
import type { JsonSchema } from './json-schema.ts'
import { listOperations, type OpenApi, type OpenApiParameter } from './openapi-types.ts'

export const fieldNoteFiles: readonly FieldNotes[] = [
  commonNotes,
  peopleNotes,
  backupNotes,
  deviceNotes,
  alarmNotes,
  feeNotes,
  priceNotes,
  locationPriceNotes,
  moneyNotes,
  offerComparisonNotes,
  invoiceNotes,
  savingsNotes,
  timePlanNotes,
  searchNotes,
  sharingNotes,
  alarmRuleNotes,
  operationNotes,
  updateNotes,
  bulkNotes,
  webhookNotes,
]
const notes: FieldNotes = Object.assign({}, ...fieldNoteFiles)

/** Adds the notes to every field and parameter; returns the names of the notes that were used. */
export function describeFields(api: OpenApi): ReadonlySet<string> {
  const used = new Set<string>()

  function findNote(owner: string, name: string): { text: string; example?: unknown } | null {
    const key = [`${owner}.${name}`, name].find((candidate) => Object.hasOwn(notes, candidate))
    if (key === undefined) return null
    used.add(key)
    const note = notes[key]!
    return typeof note === 'string' ? { text: note } : { text: note[0], example: note[1] }
  }

  function describe(value: unknown, owner: string): void {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as JsonSchema
    for (const [name, property] of Object.entries(isSchemaMap(properties) ? properties : {})) {
      const note = needsNote(property) ? findNote(owner, name) : null
      if (note) {
        property.description = note.text
        if (note.example !== undefined && fits(note.example, property)) property.examples = [note.example]
      }
    }
    for (const inner of Object.values(value)) describe(inner, owner)
  }

  for (const [name, schema] of Object.entries(api.components.schemas)) describe(schema, name)
  for (const { operation } of listOperations(api)) {
    describe(operation.requestBody, operation.operationId)
    describe(operation.responses, operation.operationId)
    for (const parameter of operation.parameters ?? []) {
      if ('$ref' in parameter || parameter.description) continue
      const note = findNote(operation.operationId, parameter.name)
      if (note) describeParameter(parameter, note)
    }
  }
  return used
}

function describeParameter(
  parameter: OpenApiParameter,
  { text, example }: { text: string; example?: unknown },
) {
  parameter.description = text
  if (example !== undefined && fits(example, parameter.schema)) parameter.example = example
}

const isSchemaMap = (value: unknown): value is Record<string, JsonSchema> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'object')

/** Whether a field is a plain value: the content of a list or object is described there. */
export function needsNote(schema: JsonSchema): boolean {
  if (schema.description) return false
  const inner = [
    schema,
    schema.items,
    ...(schema.anyOf ?? []),
    ...(schema.anyOf ?? []).map(({ items }) => items),
  ]
  return inner.every((one) => !one?.$ref && !one?.properties)
}

/** Roughly: an example of another type belongs to another use of the name. */
function fits(example: unknown, schema: JsonSchema): boolean {
  if (schema.const !== undefined) return false
  if (schema.enum) return schema.enum.includes(example)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some((choice) => fits(example, choice))
  const kind = Array.isArray(example) ? 'array' : typeof example
  return [schema.type].flat().some((type) => type === kind || (type === 'integer' && kind === 'number'))
}
