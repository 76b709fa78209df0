import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { compressAnswers } from './compress-answers.ts'

const app = Fastify()
compressAnswers(app)
const large = { text: 'long '.repeat(5000) }
app.get('/large', () => large)
app.get('/small', () => ({ text: 'short' }))
afterAll(() => app.close())

test('compresses a large answer for clients that accept it', async () => {
  const answer = await app.inject({ url: '/large', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(large)
  expect(answer.rawPayload.length).toBeLessThan(1000)
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
})

test.each([
  ['a reader that takes none', '/large', {}],
  ['a small answer', '/small', { 'accept-encoding': 'gzip' }],
])('sends it uncompressed to %s', async (_, url, headers) => {
  const answer = await app.inject({ url, headers })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(() => answer.json()).not.toThrow()
})
