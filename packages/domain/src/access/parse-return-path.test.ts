import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReturnPath } from './parse-return-path.ts'

test.each([
  '/',
  '/overview',
  '/locations/7/charts?from=2026-01-01#top',
  '/overview?of=a//b/../c',
  '/companies/1/locations/2',
  '/apis',
])('accepts the internal path %s', (path) => expect(parseReturnPath(path)).toBe(path))

test.each([
  '',
  'overview',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  '/a\\b',
  '/..//evil.example',
  '/.//evil.example',
  '/%2E%2e//evil.example',
  '/locations//evil.example',
  '/./auth/login',
  '/overview/..',
  '/api/auth/logout',
  '/auth/login',
  `/${'a'.repeat(2000)}`,
])('refuses %j', (path) => expect(parseReturnPath(path)).toBe(null))

test('whatever passes stays on this host', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('/', '\\', ':', '\t', '\n', '@', '.', 'e', '?', '#', ' ', '%'),
  })
  fc.assert(
    fc.property(nasty, (text) => {
      const path = parseReturnPath(`/${text}`)
      if (path === null) return
      const once = new URL(path, 'https://own.example')
      expect(once.origin).toBe('https://own.example')
      // Also when the result is parsed a second time.
      expect(new URL(once.pathname, 'https://own.example').origin).toBe('https://own.example')
    }),
  )
})
