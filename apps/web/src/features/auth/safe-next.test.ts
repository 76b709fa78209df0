import { expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

test.each([
  ['a page of ours', '/locations/3/charts?range=day', '/locations/3/charts?range=day'],
  ['nothing', undefined, '/'],
  ['another site', 'https://evil.example', '/'],
  ['another site without its protocol', '//evil.example', '/'],
  ['the same with a backslash', '/\\evil.example', '/'],
  ['the same with a character that browsers drop', '/\t/evil.example', '/'],
  ['a script', 'javascript:alert(1)', '/'],
  ['the sign-in page itself', '/auth/login', '/'],
  ['something that is no text', 5, '/'],
])('%s', (_, next, expected) => {
  expect(safeNext(next)).toBe(expected)
})
