import { expect, test } from 'vitest'
import { wantsPage } from './serve-web.ts'

test.each([
  ['GET', '/', true],
  ['HEAD', '/', true],
  ['HEAD', '/auth/login?next=a.js', true],
  ['POST', '/', false],
  ['GET', '/api/nothing', false],
  ['HEAD', '/link/v1', false],
  ['GET', '/nothing.js', false],
  ['GET', '/.env', false],
])('%s %s requests a page of the application: %s', (method, url, expected) => {
  expect(wantsPage({ method, url })).toBe(expected)
})
