import type { Api } from '@ohmstead/contract/all-endpoints'
import type { Endpoint } from '@ohmstead/contract/endpoint'
import type { Permission } from '@ohmstead/domain/access/permission'
import { describeErrors } from './describe-errors.ts'
import type { JsonSchema, SchemaStore } from './json-schema.ts'
import type { OpenApiContent, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './openapi-types.ts'
import { operationNames } from './operation-names.ts'
import { tagOf } from './tags.ts'

const whoMay: Readonly<Record<Permission, string>> = {
  public: 'Open to everybody.',
  signedIn: 'For everybody who is signed in.',
  'role.basic': 'For every role.',
  'role.aggregator': 'For aggregators and super admins.',
  'role.superAdmin': 'For super admins.',
  'company.view': 'For everybody who sees the company.',
  'company.edit': 'For those who run the company.',
  'group.view': 'For everybody who sees the location group.',
  'group.edit': 'For those who run the company of the location group.',
  'location.view': 'For everybody who sees the location.',
  'location.edit': 'For the owner of the location, and those with the right to edit it.',
  'location.control': 'For the owner of the location, and those with the right to control it.',
  'location.manageUsers': 'For the owner of the location, and those with the right to manage its users.',
  'location.delete': 'For the owner of the location and those who run its company.',
  'location.restore': 'For the owner of the location and those who run its company.',
}

export function describeOperation(endpoint: Endpoint, schemas: SchemaStore): OpenApiOperation {
  const { method, path, summary, permission, params, query, cost } = endpoint
  const [operationId, title] = operationNames[`${method} ${path}` as keyof Api]
  const parameters = [
    ...describeParameters('path', params && schemas.convert(params, 'input')),
    ...describeParameters('query', query && schemas.convert(query, 'input')),
    ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/RequestedWith' }]),
  ]
  return {
    operationId,
    tags: [tagOf(path)],
    summary: title,
    description: [
      summary,
      whoMay[permission],
      ...(endpoint.inPerson ? ['Refused to an administrator who acts as the person.'] : []),
      ...(cost ? [`Counts as ${cost} requests.`] : []),
    ].join(' '),
    'x-permission': permission,
    ...(cost && { 'x-cost': cost }),
    security: permission === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(endpoint, schemas),
    responses: { ...describeAnswer(endpoint, schemas), ...describeErrors(endpoint) },
  }
}

function describeParameters(place: 'path' | 'query', schema: JsonSchema | undefined): OpenApiParameter[] {
  const { properties = {}, required = [] } = schema ?? {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function describeBody({ body, file }: Endpoint, schemas: SchemaStore): Pick<OpenApiOperation, 'requestBody'> {
  if (file)
    return { requestBody: { required: true, content: { [file.type]: { schema: { type: 'string' } } } } }
  if (!body) return {}
  return { requestBody: { required: true, content: inEnvelope(schemas.convert(body, 'input')) } }
}

function describeAnswer(endpoint: Endpoint, schemas: SchemaStore): Record<string, OpenApiResponse> {
  const { answer, events, media, status } = endpoint
  if (status === 302)
    return {
      302: {
        description: 'To the page that goes on.',
        headers: { Location: { $ref: '#/components/headers/Location' } },
      },
    }
  if (media) return { 200: { description: 'The file.', content: describeFile(media) } }
  if (events)
    return {
      200: {
        description: 'A stream of events, until one side ends it.',
        content: describeEvents(events, schemas),
      },
    }
  if (!answer) return { [status ?? 204]: { description: 'Done.' } }
  return { [status ?? 200]: { description: 'Done.', content: inEnvelope(schemas.convert(answer, 'output')) } }
}

const inEnvelope = (data: JsonSchema): OpenApiContent => ({
  'application/json': { schema: { type: 'object', properties: { data }, required: ['data'] } },
})

function describeFile(media: readonly string[]): OpenApiContent {
  return Object.fromEntries(
    media.map((type) => [
      type.replace(/;.*/, ''),
      { schema: type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } },
    ]),
  )
}

/** Each event as its fields: the name in `event`, the payload as JSON in `data`. */
function describeEvents(events: NonNullable<Endpoint['events']>, schemas: SchemaStore): OpenApiContent {
  const oneOf = Object.entries(events).map(
    ([name, payload]): JsonSchema => ({
      type: 'object',
      properties: { event: { type: 'string', const: name }, data: schemas.convert(payload, 'output') },
      required: ['event', 'data'],
    }),
  )
  return {
    'text/event-stream': {
      schema: { description: 'One event; `data` travels as JSON on one line.', oneOf },
      example: { event: 'controller', data: { controller_id: 7, location_id: 3, online: true } },
    },
  }
}
