import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { describeAttachment, type FileAnswer, sendFile } from './send-file.ts'

async function ask(file: FileAnswer, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') {
  const app = Fastify()
  app.route({
    method,
    url: '/file',
    handler: (request, reply) => {
      sendFile({ request, reply }, file)
      return reply
    },
  })
  return app.inject({ method, url: '/file', headers })
}

test.each([
  ['portfolio_2026-01-01.csv', 'attachment; filename="portfolio_2026-01-01.csv"'],
  ['Žiga.pdf', `attachment; filename="Ziga.pdf"; filename*=UTF-8''%C5%BDiga.pdf`],
  [
    `рахунок "1"; (a*b)'.pdf`,
    `attachment; filename="_______ _1__ (a_b)_.pdf"; filename*=UTF-8''` +
      '%D1%80%D0%B0%D1%85%D1%83%D0%BD%D0%BE%D0%BA%20%221%22%3B%20%28a%2Ab%29%27.pdf',
  ],
  [
    'a\r\nset-cookie: b.pdf',
    `attachment; filename="a__set-cookie_ b.pdf"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b.pdf`,
  ],
])('%j is saved under its name by old and new programs', (name, header) => {
  expect(describeAttachment(name)).toBe(header)
})

test('a file is not cached unless its route says so, and only its bytes are sent', async () => {
  const bytes = new Uint8Array([1, 2, 3, 4, 5, 6])
  const file = await ask({ type: 'application/pdf', content: bytes.subarray(2, 4), saveAs: 'a.pdf' })
  expect(file.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/pdf',
    'content-length': '2',
    'content-disposition': 'attachment; filename="a.pdf"',
  })
  expect([...file.rawPayload]).toEqual([3, 4])
  const kept = await ask({ type: 'image/png', content: bytes, cacheControl: 'public, max-age=60' })
  expect(kept.headers['cache-control']).toBe('public, max-age=60')
  expect(kept.headers).not.toHaveProperty('content-disposition')
})

test('a stream of known length arrives complete', async () => {
  const stream = await ask({ type: 'application/zip', content: Readable.from(['ab', 'cd']), length: 4 })
  expect(stream.headers['content-length']).toBe('4')
  expect(stream.payload).toBe('abcd')
})

test('sends compressed only to clients that accept it, and not again to those that have it', async () => {
  const file = {
    type: 'text/plain',
    content: 'plain',
    gzipped: gzipSync('plain'),
    etag: '"1"',
    cacheControl: 'no-cache',
  }
  const compressed = await ask(file, { 'accept-encoding': 'br, gzip' })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    etag: '"1"',
  })
  expect(gunzipSync(compressed.rawPayload).toString()).toBe('plain')
  const plain = await ask(file)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.payload).toBe('plain')
  const again = await ask(file, { 'if-none-match': '"1"' })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
  expect((await ask(file, { 'if-none-match': '"1"' }, 'POST')).statusCode).toBe(200)
})
