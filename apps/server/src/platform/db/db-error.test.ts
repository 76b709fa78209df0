import { describe, expect, test } from 'vitest'
import { DbError, isRetryable, isUniqueViolation } from './db-error.ts'

const existing = 'Key (location_id, controller_id)=(7, 3) already exists.'

describe('a row that somebody else wrote first', () => {
  test.each([
    ['of this database', { message: 'duplicate key', code: '23505', constraint: 'a_key' }, true],
    ['of a worker, without its code', { message: 'duplicate key', code: 'XX000', detail: existing }, true],
    ['is no other internal error', { message: 'cache lookup failed', code: 'XX000' }, false],
    ['is no broken reference', { message: 'foreign key', code: '23503', detail: existing }, false],
  ])('%s', (_, cause, expected) => {
    expect(isUniqueViolation(new DbError(cause))).toBe(expected)
  })

  test('without the name of its constraint is not taken for a certain one', () => {
    const ofWorker = new DbError({ message: 'duplicate key', code: 'XX000', detail: existing })
    expect(isUniqueViolation(ofWorker, 'a_key')).toBe(false)
    const named = new DbError({ message: 'duplicate key', code: '23505', constraint: 'a_key' })
    expect([isUniqueViolation(named, 'a_key'), isUniqueViolation(named, 'b_key')]).toEqual([true, false])
  })
})

test.each([
  ['40P01', 'deadlock detected', true],
  ['40P01', 'canceling the transaction since it was involved in a distributed deadlock', true],
  ['40001', 'could not serialize access due to concurrent update', true],
  ['XX000', 'deadlock detected', true],
  ['XX000', 'could not serialize access due to concurrent delete', true],
  ['XX000', 'cache lookup failed', false],
  ['23505', 'duplicate key', false],
])('%s "%s" met another transaction: %s', (code, message, expected) => {
  expect(isRetryable(new DbError({ code, message }))).toBe(expected)
})

test.each([
  ['XX000', 'failure on connection marked as essential: worker-1:5432', true],
  ['XX000', 'connection to the remote node worker-1:5432 failed with the following error: refused', true],
  ['XX000', 'server closed the connection unexpectedly', true],
  ['XX000', 'terminating connection due to administrator command', true],
  ['08006', 'connection to the remote node ohmstead@worker-1:5432 failed', true],
  ['57P01', 'terminating connection due to administrator command', true],
  ['57P03', 'the database system is starting up', true],
  ['XX000', 'cache lookup failed', false],
  ['XX000', 'duplicate key', false],
])('%s "%s" passes once the worker is back: %s', (code, message, expected) => {
  expect(new DbError({ code, message }).isUnavailable).toBe(expected)
})

test.each([
  ['25006', true],
  ['57P01', true],
  ['08006', true],
  ['ECONNRESET', true],
  [undefined, true],
  ['57014', false],
  ['23505', false],
  ['XX000', false],
])('a connection that answered %s is given up: %s', (code, expected) => {
  expect(new DbError({ code, message: 'x' }).isConnectionLost).toBe(expected)
})

test.each([
  ['57P01', true, true],
  ['57P01', false, false],
  ['23505', true, false],
])('with the code %s, sent: %s, the statement was cut off: %s', (code, wasSent, expected) => {
  expect(new DbError({ code, message: 'x' }, wasSent).wasCutOff).toBe(expected)
})
