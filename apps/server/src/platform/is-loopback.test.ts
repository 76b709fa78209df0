import { expect, test } from 'vitest'
import { isLoopback } from './is-loopback.ts'

test.each([
  'localhost',
  'LOCALHOST',
  'savinja.localhost',
  '127.0.0.1',
  '127.8.9.1',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
])('%s is this machine', (host) => expect(isLoopback(host)).toBe(true))

test.each([
  '127.0.0.1.example.com',
  '127.example.com',
  'localhost.example.com',
  '0.0.0.0',
  '[::]',
  '10.0.0.1',
  '::ffff:10.0.0.1',
  '',
])('%s is not', (host) => expect(isLoopback(host)).toBe(false))
