import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import type { Translate } from '../i18n/use-t.ts'
import { failureText } from './failure-text.ts'

const t = ((key: string, values?: object) => `${key} ${JSON.stringify(values)}`) as Translate
const waiting = (retryAfterSeconds?: number) =>
  failureText(new ApiError('too_many_attempts', { retryAfterSeconds }), t)

test('a short wait is shown in seconds, a long one in minutes rounded up', () => {
  expect(waiting(119)).toBe('auth.login.wait {"seconds":119}')
  expect(waiting(120)).toBe('auth.login.wait_minutes {"minutes":2}')
  expect(waiting(3541)).toBe('auth.login.wait_minutes {"minutes":60}')
})

test('a wait is shown only if the server states it, and only for too many attempts', () => {
  expect(waiting()).toMatch(/^errors\.too_many_attempts /)
  const busy = new ApiError('server_busy', { retryAfterSeconds: 5 })
  expect(failureText(busy, t)).toMatch(/^errors\.server_busy /)
  expect(failureText(new Error('too_many_attempts'), t)).not.toMatch(/wait/)
})

test('an invalid range says what is wrong with it', () => {
  const refused = (rule: string) =>
    failureText(new ApiError('invalid_request', { fields: { from: rule } }), t)
  expect(refused('range_too_long')).toMatch(/^validation\.range_too_long /)
  expect(refused('required')).toMatch(/^errors\.invalid_request /)
})
