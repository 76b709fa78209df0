import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import type { Translate } from '../i18n/use-t.ts'
import { failureText } from './failure-text.ts'

const t = ((key: string, values?: object) => `${key} ${JSON.stringify(values)}`) as Translate
const waiting = (retryAfterSeconds?: number) =>
  failureText(new ApiError('too_many_attempts', { retryAfterSeconds }), t)

test('a short wait is told in seconds, a long one in minutes that are never too few', () => {
  expect(waiting(119)).toBe('auth.login.wait {"seconds":119}')
  expect(waiting(120)).toBe('auth.login.wait_minutes {"minutes":2}')
  expect(waiting(3541)).toBe('auth.login.wait_minutes {"minutes":60}')
})

test('a wait is told only where the server says how long, and only of tries that were too many', () => {
  expect(waiting()).toMatch(/^errors\.too_many_attempts /)
  const busy = new ApiError('server_busy', { retryAfterSeconds: 5 })
  expect(failureText(busy, t)).toMatch(/^errors\.server_busy /)
  expect(failureText(new Error('too_many_attempts'), t)).not.toMatch(/wait/)
})

test('a range that cannot be asked for says what is wrong with it', () => {
  const refused = (rule: string) =>
    failureText(new ApiError('invalid_request', { fields: { from: rule } }), t)
  expect(refused('range_too_long')).toMatch(/^validation\.range_too_long /)
  expect(refused('required')).toMatch(/^errors\.invalid_request /)
})
