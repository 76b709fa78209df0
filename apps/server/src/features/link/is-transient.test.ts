import { expect, test } from 'vitest'
import { DbError } from '../../platform/db/db-error.ts'
import { StaleStateError } from '../telemetry/telemetry-state.ts'
import { isTransient } from './is-transient.ts'

test.each([
  ['the database is away', new DbError({ message: 'connection refused', code: 'ECONNREFUSED' }), true],
  ['the database is full', new DbError({ message: 'disk full', code: '53100' }), true],
  ['it is shutting down', new DbError({ message: 'terminating', code: '57P01' }), true],
  ['two transactions met', new DbError({ message: 'deadlock', code: '40P01' }), true],
  ['another process wrote the controller', new StaleStateError(), true],
  ['a partition is missing', new DbError({ message: 'no partition of relation', code: '23514' }), true],
  ['a column is missing', new DbError({ message: 'column does not exist', code: '42703' }), true],
  ['a value is out of range', new DbError({ message: 'out of range', code: '22003' }), false],
  ['a rule of a table forbids it', new DbError({ message: 'check', code: '23514', constraint: 'x' }), false],
  ['it is too large for the database', new DbError({ message: 'too large', code: '54000' }), false],
  ['our own code stumbles over it', new TypeError('not a function'), false],
])('readings that fail because %s wait: %s', (_, error, expected) => {
  expect(isTransient(error)).toBe(expected)
})
