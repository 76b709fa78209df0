import { expect, test } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import { LinkRequestError, toSocketRefusal } from './link-request-error.ts'

test('a WebSocket that comes too often is told when to come again, and one with a wrong token that it is wrong', () => {
  expect(toSocketRefusal(new LinkRequestError(429, 'too_fast', 'Try again.', 7))).toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 7,
  })
  expect(toSocketRefusal(new LinkRequestError(401, 'bad_credentials', 'Wrong.'))).toMatchObject({
    code: 'not_signed_in',
  })
  const other = new AppError('not_found')
  expect(toSocketRefusal(other)).toBe(other)
})
