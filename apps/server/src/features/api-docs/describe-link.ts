import { linkError, linkMessages } from '@ohmstead/contract/link-http'
import type { JsonSchema, SchemaStore } from './json-schema.ts'
import type {
  OpenApiContent,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPath,
  OpenApiResponse,
} from './openapi-types.ts'

const serial: OpenApiParameter = {
  name: 'serial',
  in: 'path',
  required: true,
  description: 'The serial of the controller, which its token belongs to.',
  example: '7K3M-9QXD-H2TV-5RB8',
  schema: { type: 'string' },
}
const telegram =
  '/ISK5\\2M550T-1012\r\n\r\n1-3:0.2.8(50)\r\n0-0:1.0.0(260101120000W)\r\n1-0:1.7.0(01.500*kW)\r\n!C0F3\r\n'

const json = (schema: JsonSchema, example?: unknown): OpenApiContent => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

/** The HTTP twin of the controller link: outside the API, without its sessions and its envelope. */
export function describeLink(schemas: SchemaStore): Record<string, OpenApiPath> {
  const error = { $ref: '#/components/schemas/LinkError' }
  schemas.convert(linkError, 'output')
  const refusal = (description: string): OpenApiResponse => ({ description, content: json(error) })
  const stored = schemas.convert(linkMessages.stored, 'output')
  const unlinked = schemas.convert(linkMessages.unlinked, 'output')
  const retry = { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
  const refusals = {
    400: refusal('Nothing was stored: the message was not understood; `message` says why.'),
    401: refusal('The token is not the controller’s.'),
    413: refusal('More than 256 kB.'),
    415: refusal('The body is compressed; send it as it is.'),
    429: { ...refusal('Too many wrong attempts from this address.'), ...retry },
    503: { ...refusal('Not stored: send it again.'), ...retry },
  }

  const send = (
    operation: Pick<OpenApiOperation, 'operationId' | 'summary' | 'description'>,
    content: OpenApiContent,
    { status = 200, scheme = 'linkToken' } = {},
  ): OpenApiPath => ({
    servers: [root],
    post: {
      ...operation,
      tags: ['Controller link'],
      security: [{ [scheme]: [] }],
      ...(scheme === 'linkToken' && { parameters: [serial] }),
      requestBody: { required: true, content },
      responses: {
        [status]: { description: 'Stored, and committed to the database.', content: json(stored) },
        202: {
          description: 'The controller belongs to no location yet: nothing was stored.',
          content: json(unlinked),
        },
        ...refusals,
        ...(scheme === 'linkToken' && { 404: refusal('The address has no serial.') }),
      },
    },
  })

  return {
    '/link/v1/{serial}/data': send(
      {
        operationId: 'sendReadings',
        summary: 'Send readings',
        description:
          'Readings of a controller. Repeating is harmless: a reading is known by controller, device, metric and time.',
      },
      json(schemas.convert(linkMessages.data, 'input'), {
        v: 1,
        samples: [{ values: { 'grid/power': 1500 } }],
      }),
    ),
    '/link/v1/{serial}/history': send(
      {
        operationId: 'sendHistory',
        summary: 'Send late readings',
        description: 'The same for what comes late; with `step` the values are averages.',
      },
      json(schemas.convert(linkMessages.history, 'input'), {
        v: 1,
        step: 300,
        samples: [{ ts: 1767225600000, values: { 'grid/power': 1500 } }],
      }),
    ),
    '/link/v1/{serial}/p1': send(
      {
        operationId: 'sendP1Telegrams',
        summary: 'Send P1 telegrams',
        description: 'One or several telegrams of a P1 port, as the meter prints them.',
      },
      { 'text/plain': { schema: { type: 'string' }, example: telegram } },
    ),
    '/v1/datalogger/dsmrreading': {
      ...send(
        {
          operationId: 'sendDsmrReading',
          summary: 'Send a telegram like DSMR-reader',
          description: 'The form of DSMR-reader’s remote datalogger, which many dongles speak.',
        },
        {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: { telegram: { type: 'string', description: 'A P1 telegram.' } },
              required: ['telegram'],
            },
          },
        },
        { status: 201, scheme: 'dsmrToken' },
      ),
      servers: undefined,
    },
    '/link/v1/enroll': {
      servers: [root],
      post: {
        operationId: 'enrolController',
        tags: ['Controller link'],
        summary: 'Fetch credentials',
        description:
          'Trades the serial and secret of a product for a password and a token, which replace those before. Works while the controller has no location, and once more after its credentials were renewed.',
        security: [],
        requestBody: { required: true, content: json(schemas.convert(linkMessages.enrolment, 'input')) },
        responses: {
          200: {
            description: 'The credentials.',
            content: json(schemas.convert(linkMessages.credentials, 'output')),
          },
          400: refusals[400],
          401: refusal('Serial and secret do not belong together.'),
          409: refusal('Enrolled already; its owner can allow it once more.'),
          429: refusals[429],
          503: refusals[503],
        },
      },
    },
  }
}

const root = { url: '/', description: 'Outside the API.' }
