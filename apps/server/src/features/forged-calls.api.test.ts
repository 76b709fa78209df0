import type { Endpoint } from '@ohmstead/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../app.ts'
import { sql } from '../platform/db/sql.ts'
import { createAccessWorld } from '../testing/access-world.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

// What a foreign page could make a signed-in browser send, and what a hand-made call could put into a body: for every
// endpoint, so that a new one cannot be forgotten.

let server: TestServer
let world: Awaited<ReturnType<typeof createAccessWorld>>
let cookie: string

beforeAll(async () => {
  server = await startTestServer()
  world = await createAccessWorld(server.db, server.clock.time)
  cookie = await world.askers.find(({ name }) => name === 'ROLE_SUPER_ADMIN')!.cookie('POST')
})
afterAll(() => server.stop())

const endpoints = routes.map(({ endpoint }) => endpoint)
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const writing = endpoints.filter(({ method }) => method !== 'GET')

/** The path with impossible ids: no call here may get as far as looking them up. */
const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '1')

const foreignPages: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site that claims our header', { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'ohmstead' }],
  ['a sister host', { 'sec-fetch-site': 'same-site', 'x-requested-with': 'ohmstead' }],
  ['a browser too old to say where from', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
]

test.each(writing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s does nothing for a foreign page that uses the session',
  async (_, endpoint) => {
    for (const [who, headers] of foreignPages) {
      const response = await fetch(`${server.url}/api${pathOf(endpoint)}`, {
        method: endpoint.method,
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: '{"data":null}',
      })
      expect([response.status, await response.json()], who).toEqual([
        403,
        { error: { code: 'cross_site_request' } },
      ])
      expect(response.headers.getSetCookie(), who).toEqual([])
    }
    // A form of a foreign page sends no preflight, but its origin.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await fetch(`${server.url}/api${pathOf(endpoint)}`, {
        method: endpoint.method,
        headers: { cookie, 'content-type': type, origin: 'https://evil.example' },
        body: '{"data":null}',
      })
      expect([400, 403, 415], type).toContain(response.status)
    }
  },
)

test('the session used for all of it continues, and nothing was audited', async () => {
  const answer = await fetch(`${server.url}/api/auth/user`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  expect(await server.db.rows(sql`select action from audit_log`)).toEqual([])
})

test('a page of another origin cannot read an answer either', async () => {
  for (const origin of ['https://evil.example', 'null', server.url]) {
    const response = await fetch(`${server.url}/api/auth/user`, { headers: { cookie, origin } })
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
  const preflight = await fetch(`${server.url}/api/auth/logout`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(404)
})

describe('a body', () => {
  interface Definition {
    type: string
    catchall?: { _zod: { def: Definition } }
    [more: string]: unknown
  }
  const isSchema = (value: unknown): value is { _zod: { def: Definition } } =>
    typeof value === 'object' && value !== null && '_zod' in value

  /** Where a schema passes fields that it does not name. */
  function findOpenings(schema: unknown, path: string, seen = new Set<unknown>()): string[] {
    if (!isSchema(schema) || seen.has(schema)) return []
    seen.add(schema)
    const { def } = schema._zod
    const here = def.catchall && def.catchall._zod.def.type !== 'never' ? [path] : []
    if (def.type === 'any' || def.type === 'unknown' || def.type === 'record') here.push(path)
    const parts = Object.entries(def).flatMap(([name, value]) => {
      if (name === 'catchall') return []
      if (name === 'shape')
        return Object.entries(value as object).map(([key, part]) => [`${path}.${key}`, part] as const)
      return [value].flat().map((part) => [path, part] as const)
    })
    return [...here, ...parts.flatMap(([place, part]) => findOpenings(part, place, seen))]
  }

  test('accepts the fields it names and no other, anywhere', () => {
    const openings = writing.flatMap((endpoint) => findOpenings(endpoint.body, nameOf(endpoint)))
    // A browser authenticator's answer is read by its library, field by field; roles are by device, and each is checked.
    expect(openings.length).toBeGreaterThan(0)
    expect(
      [...new Set(openings)].filter((place) => !/passkey.*\.credential|mapping\.roles$/.test(place)),
    ).toEqual([])
  })

  test('cannot reach a prototype', async () => {
    for (const text of [
      '{"data":{"__proto__":{"role":"ROLE_SUPER_ADMIN"},"units":"kilo"}}',
      '{"data":{"constructor":{"prototype":{"role":"ROLE_SUPER_ADMIN"}},"units":"kilo"}}',
    ]) {
      const response = await fetch(`${server.url}/api/auth/user/settings`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json' },
        body: text,
      })
      expect(response.status).toBe(400)
    }
    expect(({} as { role?: string }).role).toBe(undefined)
  })
})

test('a repeated parameter is refused, not chosen from', async () => {
  const response = await fetch(`${server.url}/api/site/info?identifier=a&identifier=b`)
  expect(response.status).toBe(400)
})
