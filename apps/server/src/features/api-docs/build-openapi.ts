import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import type { Endpoint } from '@ohmstead/contract/endpoint'
import { errorStatus } from '@ohmstead/contract/errors'
import { describeFields } from './describe-fields.ts'
import { describeLink } from './describe-link.ts'
import { describeOperation } from './describe-operation.ts'
import { createSchemaStore, type JsonSchema } from './json-schema.ts'
import type { OpenApi } from './openapi-types.ts'
import { referToShared } from './refer-to-shared.ts'
import { tagList } from './tags.ts'

const description = `How to sign in, ids, units, errors, paging, streams and limits: [using the API](/api/docs/api).

- Payloads travel in a \`data\` envelope in both directions, refusals in an \`error\` envelope.
- Ids are integers, instants are epoch milliseconds (UTC), calendar days are \`YYYY-MM-DD\` of the place they are about.
- Energy is in Wh and power in W unless a name says otherwise; power towards the house is positive. \`null\` is unknown.
- A person signs in with a session cookie, a controller sends with a token of its own.
- What a caller may not see answers like what does not exist.`

/** The whole API in OpenAPI 3.1, from the endpoints of the contract. */
export function buildOpenApi(version: string): OpenApi {
  const schemas = createSchemaStore()
  const endpoints: readonly Endpoint[] = allEndpoints
  // Answers first: a shared schema gets its plain name in them.
  for (const { answer } of endpoints) if (answer) schemas.convert(answer, 'output')
  const paths: OpenApi['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, schemas) }
  }
  Object.assign(paths, describeLink(schemas))
  const shared = referToShared(paths, schemas.named)
  const sorted = Object.entries(schemas.named).sort(([one], [other]) => (one < other ? -1 : 1))
  const api: OpenApi = {
    openapi: '3.1.0',
    info: {
      title: 'Ohmstead',
      version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'The server that this description comes from.' }],
    tags: tagList,
    paths: shared,
    components: {
      schemas: { Error: errorSchema, ...Object.fromEntries(sorted) },
      parameters: {
        RequestedWith: {
          name: 'x-requested-with',
          in: 'header',
          required: false,
          description:
            'Browsers must send it with every call that writes: other pages cannot. Programs need not.',
          example: 'ohmstead',
          schema: { type: 'string', enum: ['ohmstead'] },
        },
      },
      headers: {
        RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
        Location: { description: 'The page to open.', schema: { type: 'string' } },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'ohmstead',
          description: 'Set by signing in. Over https its name is `__Host-ohmstead`.',
        },
        linkToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a controller, shown once when it is added.',
        },
        dsmrToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The same token in the form of DSMR-reader: `Token <token>`.',
        },
      },
    },
  }
  // Repeated references become one object each, so that a note belongs to one place.
  const own = JSON.parse(JSON.stringify(api)) as OpenApi
  describeFields(own)
  return own
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(errorStatus),
          description: 'What went wrong, for programs.',
        },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Of `invalid_request`: path of the input → rule that it breaks.',
          examples: [{ email: 'email', 'samples.0.ts': 'min_value' }],
        },
        retryAfterSeconds: { type: 'number', description: 'When to try again, in seconds.' },
      },
      required: ['code'],
    },
  },
  required: ['error'],
}
