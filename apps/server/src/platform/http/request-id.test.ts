import { expect, test } from 'vitest'
import { requestId } from './request-id.ts'

const given = { headers: { 'x-request-id': '7d1c0e6b9f5a4c3d8e2f1a0b9c8d7e6f' } }

test('without a proxy of ours anybody could choose it, so nobody does', () => {
  expect(requestId(given, true)).toBe(given.headers['x-request-id'])
  expect(requestId(given, false)).not.toBe(given.headers['x-request-id'])
  expect(requestId({ headers: {} }, true)).toMatch(/^[\w-]{16}$/)
})
