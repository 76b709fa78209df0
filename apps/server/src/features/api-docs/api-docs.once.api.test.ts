import { readFileSync } from 'node:fs'
import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import serverPackage from '../../../package.json' with { type: 'json' }
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { buildOpenApi, type OpenApi } from './build-openapi.ts'
import { describeSchema } from './describe-schema.ts'
import { runbooks } from './render-markdown.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the kept docs/openapi.json is what the contract says now (npm run openapi writes it)', () => {
  const kept = JSON.parse(
    readFileSync(new URL('../../../../../docs/openapi.json', import.meta.url), 'utf8'),
  ) as OpenApi
  expect(kept).toEqual(JSON.parse(JSON.stringify(buildOpenApi(serverPackage.version))))
})

test('every endpoint is served in the description, with no reference into nothing', async () => {
  const response = await server.client().request('GET', '/openapi.json')
  const text = await response.text()
  const api = JSON.parse(text) as OpenApi
  const operations = Object.values(api.paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(allEndpoints.length)
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(allEndpoints.length)
  for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
    expect(api.components.schemas).toHaveProperty(name!)
  expect(text).not.toContain('#/$defs/')
  for (const [path, byMethod] of Object.entries(api.paths)) {
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
      for (const operation of Object.values(byMethod)) {
        expect(operation.parameters, path).toContainEqual(
          expect.objectContaining({ name, in: 'path', required: true }),
        )
      }
    }
  }
})

test('the page for people needs no script and names every call', async () => {
  const response = await server.client().request('GET', '/docs')
  expect(response.headers.get('content-type')).toContain('text/html')
  const html = await response.text()
  expect(html).not.toMatch(/<script|javascript:|\son\w+=/i)
  for (const { path } of allEndpoints) expect(html).toContain(path.replace(/:(\w+)/g, '{$1}'))
})

test('a schema reads like a type', () => {
  expect(
    describeSchema({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        tags: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      },
      required: ['id'],
    }),
  ).toBe('{\n  id: integer\n  tags?: (string | null)[]\n}')
})

test.each(runbooks)('the runbook %s is a page', async (name) => {
  const response = await server.client().request('GET', `/docs/${name}`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('<h1 id=')
})
