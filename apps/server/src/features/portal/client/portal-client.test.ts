import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPortalClient, type PortalClientOptions } from './portal-client.ts'

let close = async () => {}
afterEach(() => close())

/** A portal with scripted answers, and a client whose waits are recorded instead of waited for. */
async function open(answer: RequestListener, options: Partial<PortalClientOptions> = {}) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const waits: number[] = []
  let now = 0
  const client = createPortalClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
    ...options,
  })
  close = async () => {
    client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { client, waits, at: () => now }
}
const get = (client: Awaited<ReturnType<typeof open>>['client'], path = '/x') =>
  client.get({ token: 'secret-token', path })
const thrown = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  )

test('five requests a second are sent, evenly, however many are made at once', async () => {
  const { client, waits, at } = await open((_, response) => response.end('{}'))
  await Promise.all(Array.from({ length: 11 }, () => get(client)))
  expect(at()).toBe(2000)
  expect(new Set(waits)).toEqual(new Set([200]))
})

test('the token is sent in its header, and never to a redirect target', async () => {
  const heads: unknown[] = []
  const { client } = await open((request, response) => {
    heads.push(request.headers['x-api-token'], request.method)
    response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
  })
  expect(await thrown(client.get({ token: 'secret-token', path: '/x', tries: 1 }))).toMatchObject({
    code: 'portal_unavailable',
  })
  expect(heads).toEqual(['secret-token', 'GET'])
})

test('waits as long as Retry-After or the gateway says before the next request', async () => {
  const answers: Record<string, string>[] = [{ 'retry-after': '30' }, { 'ratelimit-reset': '7' }]
  const { client, at } = await open((_, response) => {
    const headers = answers.shift()
    if (headers) response.writeHead(429, headers).end()
    else response.end('good')
  })
  expect(await get(client)).toBe('good')
  expect(at()).toBe(37_000)
})

test("backs off longer from attempt to attempt and gives up with the portal's message", async () => {
  const { client, waits } = await open((_, response) =>
    response.writeHead(500).end('{"zahteva":null,"errors":[{"koda":"E7","opis":"Napaka strežnika"}]}'),
  )
  const error = await thrown(get(client))
  expect(error).toMatchObject({ code: 'portal_unavailable', status: 500, explanation: 'E7 Napaka strežnika' })
  const backOffs = waits.filter((ms) => ms > 200)
  expect(backOffs).toHaveLength(3)
  for (const [at, whole] of [500, 1000, 2000].entries()) {
    expect(backOffs[at]).toBeGreaterThanOrEqual(whole / 2)
    expect(backOffs[at]).toBeLessThanOrEqual(whole)
  }
})

test('a refusal is not retried', async () => {
  let asked = 0
  const codes = [400, 401, 403, 404, 418]
  const { client } = await open((_, response) => response.writeHead(codes[asked++]!).end('no JSON'))
  const reasons = []
  for (const _ of codes) reasons.push((await thrown(get(client))).code)
  expect(reasons).toEqual([
    'portal_unknown_point',
    'portal_token_rejected',
    'portal_token_rejected',
    'portal_unknown_point',
    'portal_answer_wrong',
  ])
  expect(asked).toBe(5)
})

test('a silent portal is unavailable, and closing ends whatever waits for it', async () => {
  const silent = await open(() => {}, { timeoutMs: 20 })
  expect(await thrown(silent.client.get({ token: 't', path: '/x', tries: 1 }))).toMatchObject({
    code: 'portal_unavailable',
    explanation: 'no answer in time',
  })
  await close()
  const { client } = await open(() => {})
  const waiting = thrown(get(client))
  client.close()
  expect(await waiting).toMatchObject({ code: 'portal_unavailable', explanation: 'the server stops' })
})

test('no error contains the token', async () => {
  const { client } = await open((_, response) => response.writeHead(500).end())
  const error = await thrown(get(client))
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain(
    'secret-token',
  )
})
