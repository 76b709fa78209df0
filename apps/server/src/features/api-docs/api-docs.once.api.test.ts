import { readFileSync } from 'node:fs'
import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import serverPackage from '../../../package.json' with { type: 'json' }
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { buildOpenApi } from './build-openapi.ts'
import { listOperations, type OpenApi } from './openapi-types.ts'
import { documentPages } from './render-markdown.ts'

const endpointNames = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('docs/openapi.json matches the contract (npm run openapi writes it)', () => {
  const kept = JSON.parse(
    readFileSync(new URL('../../../../../docs/openapi.json', import.meta.url), 'utf8'),
  ) as OpenApi
  expect(kept).toEqual(JSON.parse(JSON.stringify(buildOpenApi(serverPackage.version))))
})

test('every endpoint is described, without dangling references', async () => {
  const response = await server.client().request('GET', '/openapi.json')
  const text = await response.text()
  const api = JSON.parse(text) as OpenApi
  expect(api.info.version).toBe(serverPackage.version)
  const operations = listOperations(api)
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(described).toEqual(expect.arrayContaining(endpointNames))
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const [, kind, name] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g))
    expect(api.components[kind as keyof OpenApi['components']]).toHaveProperty(name!)
  expect(text).not.toContain('#/$defs/')
  for (const { path, operation } of operations)
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      expect(operation.parameters, path).toContainEqual(
        expect.objectContaining({ name, in: 'path', required: true }),
      )
})

test('the page for people loads all its scripts from this server, each as a separate file', async () => {
  const client = server.client()
  const page = await client.request('GET', '/docs')
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  expect(html).not.toMatch(/<script(?! src="\/api\/)|javascript:|\son\w+=|https?:/i)
  for (const [, path] of html.matchAll(/<script src="\/api(\/[^"]+)"/g)) {
    const script = await client.request('GET', path!, { headers: { 'accept-encoding': 'gzip' } })
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect((await script.text()).length).toBeGreaterThan(100)
  }
})

test('the script of the reference is sent compressed, and once', async () => {
  const script = await server.client().request('GET', '/docs/reference.js')
  expect(script.headers.get('content-encoding')).toBe('gzip')
  expect(Number(script.headers.get('content-length'))).toBeLessThan(1_600_000)
  const etag = script.headers.get('etag')!
  const again = await server
    .client()
    .request('GET', '/docs/reference.js', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test.each(Object.keys(documentPages))('the document %s is a page', async (name) => {
  const response = await server.client().request('GET', `/docs/${name}`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('<h1 id=')
})
