import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import type { Endpoint } from '@ohmstead/contract/endpoint'
import { decide, type Resource } from '@ohmstead/domain/access/permission'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../app.ts'
import { type Asker, createAccessWorld, type Relation } from '../testing/access-world.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

// Every endpoint × every role × own, shared, foreign and missing resource. The expected result follows from the
// endpoint's declared permission and the one rule; no single endpoint is mentioned here.

let server: TestServer
let world: Awaited<ReturnType<typeof createAccessWorld>>

beforeAll(async () => {
  server = await startTestServer()
  world = await createAccessWorld(server.db, server.clock.time)
})
afterAll(() => server.stop())

const endpoints: readonly Endpoint[] = allEndpoints
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const statusOf = { not_signed_in: 401, not_allowed: 403, not_found: 404 } as const

function kindOf(endpoint: Endpoint): Resource['kind'] | null {
  const [kind] = endpoint.permission.split('.')
  return kind === 'company' || kind === 'group' || kind === 'location' ? kind : null
}

/** Sends a body that no endpoint accepts, so that an allowed call stops at validation and changes nothing. */
async function ask(endpoint: Endpoint, asker: Asker, relation: Relation) {
  const site = world.siteOf(asker, relation)
  let path: string = endpoint.path
  for (const [match, name = ''] of endpoint.path.matchAll(/:(\w+)/g)) {
    const fill = world.parameters[name]
    if (!fill) throw new Error(`createAccessWorld cannot fill :${name} of ${nameOf(endpoint)}; teach it`)
    path = path.replace(match, String(await fill(site)))
  }
  const response = await fetch(`${server.url}/api${path}`, {
    method: endpoint.method,
    headers: {
      cookie: await asker.cookie(endpoint.method),
      ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(endpoint.method !== 'GET' && { body: '{"data":null}' }),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (isStream) await response.body?.cancel()
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return { status: response.status, text: isStream ? '' : await response.text(), headers }
}

test('every endpoint of the contract is served, and nothing else', () => {
  expect(routes.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual(endpoints.map(nameOf).sort())
})

test('a permission on a resource finds its id in the path', () => {
  // A controller is at one location.
  const parameters = {
    company: /:companyId/,
    group: /:locationGroupId/,
    location: /:(locationId|controllerId)\b/,
  }
  for (const endpoint of endpoints) {
    const kind = kindOf(endpoint)
    if (kind) expect(endpoint.path, nameOf(endpoint)).toMatch(parameters[kind])
  }
})

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const kind = kindOf(endpoint)
  const relations: Relation[] = kind ? ['own', 'shared', 'foreign', 'missing'] : ['own']
  const answers = new Map<string, ReturnType<typeof ask>>()

  /** Each request once, whichever of the tests needs it first. */
  function askOnce(asker: Asker, relation: Relation) {
    const question = `${asker.name} ${relation}`
    const answer = answers.get(question) ?? ask(endpoint, asker, relation)
    answers.set(question, answer)
    return answer
  }

  test(`answers every role according to "${endpoint.permission}"`, async () => {
    for (const asker of world.askers) {
      for (const relation of relations) {
        const resource = kind && world.resourceOf(asker, relation, kind)
        const decision = decide(asker.actor, endpoint.permission, resource)
        const { status, text } = await askOnce(asker, relation)
        const described = `${asker.name} on ${relation}: ${status} ${text.slice(0, 200)}`
        if (decision !== 'allowed') {
          expect(status, described).toBe(statusOf[decision])
          continue
        }
        const refusals = kind ? [401, 403, 404] : [401, 403]
        expect(refusals, described).not.toContain(status)
        expect(status, described).toBeLessThan(500)
      }
    }
  })

  if (!kind) return

  test('never distinguishes a foreign resource from a missing one', async () => {
    for (const asker of world.askers) {
      if (asker.name === 'ROLE_SUPER_ADMIN') continue
      expect(await askOnce(asker, 'foreign'), asker.name).toEqual(await askOnce(asker, 'missing'))
    }
  })
})
