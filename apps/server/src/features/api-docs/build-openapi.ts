import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import type { Endpoint } from '@ohmstead/contract/endpoint'
import { type ErrorCode, errorStatus } from '@ohmstead/contract/errors'
import type { z } from 'zod'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  'x-permission': string
  /** What a call costs beside an ordinary one. */
  'x-cost'?: number
  security?: Record<string, string[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>
}

export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
}

/** The whole API in OpenAPI 3.1, from the endpoints of the contract. */
export function buildOpenApi(version: string): OpenApi {
  const schemas: Record<string, JsonSchema> = { Error: errorSchema }
  const paths: OpenApi['paths'] = {}
  for (const endpoint of allEndpoints as readonly Endpoint[]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ohmstead',
      version,
      description:
        'Payloads travel in a `data` envelope in both directions, refusals in an `error` envelope. Ids are integers, ' +
        'instants are epoch milliseconds, calendar days are YYYY-MM-DD, energies Wh, powers W. A call that writes needs ' +
        'the header `x-requested-with: ohmstead` where it sends an Origin. One with `x-unattended: true` is no use of ' +
        'the session, which ends as if it had not been made. What a caller may not see answers like what does not exist.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'ohmstead' } },
    },
  }
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { enum: Object.keys(errorStatus) },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Wrong inputs: path → broken rule.',
        },
        retryAfterSeconds: { type: 'number' },
        place: {
          type: 'object',
          description: 'The first cell of a file that cannot be read.',
          properties: {
            row: { type: 'integer', description: 'Counted from the head as row 1.' },
            column: { type: 'string', description: 'The name of the column as the file has it.' },
          },
          required: ['row', 'column'],
        },
      },
      required: ['code'],
    },
  },
  required: ['error'],
}

function describeOperation(endpoint: Endpoint, schemas: Record<string, JsonSchema>): OpenApiOperation {
  const { method, path, summary, permission, params, query, body, answer, cost } = endpoint
  const words = path.split(/[/:-]+/).filter(Boolean)
  return {
    operationId: [method.toLowerCase(), ...words]
      .map((word, index) => (index ? word[0]!.toUpperCase() + word.slice(1) : word))
      .join(''),
    tags: [path.split('/')[1]!],
    summary,
    'x-permission': permission,
    ...(cost && { 'x-cost': cost }),
    ...(permission !== 'public' && { security: [{ session: [] }] }),
    parameters: [
      ...describeParameters('path', params, schemas),
      ...describeParameters('query', query, schemas),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: inEnvelope(toJsonSchema(body, 'input', schemas)) } },
      },
    }),
    ...(endpoint.file && {
      requestBody: { required: true, content: { [endpoint.file.type]: { schema: { type: 'string' } } } },
    }),
    responses: {
      ...describeAnswer(endpoint, answer && inEnvelope(toJsonSchema(answer, 'output', schemas))),
      ...describeErrors(endpoint),
    },
  }
}

const inEnvelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { data },
  required: ['data'],
})

function describeParameters(
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  schemas: Record<string, JsonSchema>,
) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', schemas)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function describeAnswer(endpoint: Endpoint, schema: JsonSchema | undefined): OpenApiOperation['responses'] {
  if (endpoint.path === '/live') {
    return {
      200: {
        description: 'A stream of events',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    }
  }
  if (!schema) return { [endpoint.status ?? 204]: { description: 'Done' } }
  return { [endpoint.status ?? 200]: { description: 'Done', content: { 'application/json': { schema } } } }
}

function describeErrors({
  permission,
  params,
  query,
  body,
  errors = [],
  cost,
}: Endpoint): OpenApiOperation['responses'] {
  const codes = new Set<ErrorCode>([...errors, 'unexpected', 'unavailable'])
  if (query || body) codes.add('invalid_request')
  if (permission !== 'public') codes.add('not_signed_in').add('too_many_requests')
  if (cost) codes.add('server_busy')
  if (permission !== 'public' && permission !== 'signedIn') codes.add('not_allowed')
  if (params) codes.add('not_found')
  const byStatus = Map.groupBy([...codes].sort(), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => [
      status,
      {
        description: these.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}
