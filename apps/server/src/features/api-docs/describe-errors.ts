import type { Endpoint } from '@ohmstead/contract/endpoint'
import { type ErrorCode, errorStatus } from '@ohmstead/contract/errors'
import { errorNotes } from './error-notes.ts'
import type { OpenApiResponse } from './openapi-types.ts'

/** The refusals of an endpoint by status, each with its codes and what they mean. */
export function describeErrors(endpoint: Endpoint): Record<string, OpenApiResponse> {
  const byStatus = Map.groupBy([...findCodes(endpoint)].sort(), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `- \`${code}\`: ${errorNotes[code]}`).join('\n'),
        ...((status === 429 || status === 503) && {
          headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
        }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

/** Its own ones and those common to all endpoints of its kind. */
function findCodes(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const { method, permission, params, query, body, file, cost, inPerson, errors = [] } = endpoint
  const codes = new Set<ErrorCode>([...errors, 'unexpected', 'unavailable'])
  if (query || body) codes.add('invalid_request')
  if (body || file) codes.add('payload_too_large')
  if (method !== 'GET') codes.add('cross_site_request')
  if (permission === 'public') codes.add('demo_not_public')
  else codes.add('not_signed_in').add('too_many_requests')
  if (permission !== 'public' && !endpoint.withoutSecondFactor) codes.add('second_factor_needed')
  if (permission !== 'public' && permission !== 'signedIn') codes.add('not_allowed')
  if (inPerson) codes.add('not_in_person')
  if (cost) codes.add('server_busy')
  if (params) codes.add('not_found')
  return codes
}
