import { expect, test } from 'vitest'
import type { Translate } from '../../shared/i18n/use-t.ts'
import { fieldLabel, fieldValue } from './audit-fields.ts'

const t: Translate = (key) => `<${key}>`
const format = { dateTime: (instant: number) => `at ${instant}` }
const value = (field: string, given: unknown) => fieldValue(field, given, t, format)

test('a field has the name that people read on its page; one that nobody named keeps its own', () => {
  expect(fieldLabel('manageUsers', t)).toBe('<people.flag.manageUsers>')
  expect(fieldLabel('agreedPowers', t)).toBe('<portal.details.agreed>')
  expect(fieldLabel('args', t)).toBe('args')
  expect(fieldLabel('constructor', t)).toBe('constructor')
})

test.each([
  ['role', 'ROLE_AGGREGATOR', '<user.role.ROLE_AGGREGATOR>'],
  ['kind', 'P1_WIFI', '<controllers.kind.P1_WIFI>'],
  ['theme', 'white', '<theme.white>'],
  ['name', 'white', 'white'],
  ['way', 'passkey', '<audit.way.passkey>'],
  ['way', 'constructor', 'constructor'],
  ['name', 'passkey', 'passkey'],
  ['change', 'totp_off', '<audit.change.totp_off>'],
  ['change', 'constructor', 'constructor'],
  ['consumerType', 'RESIDENTIAL', '<portal.details.type.RESIDENTIAL>'],
  ['agreedPowers', [3, 4], '3, 4'],
  ['edit', false, '<audit.value.no>'],
  ['deletionDueAt', 5, 'at 5'],
  ['companyIds', [1, 2], '1, 2'],
  ['companyIds', [], '–'],
  ['alias', null, '–'],
  ['latitude', 0, '0'],
  ['args', { a: 1 }, '{"a":1}'],
])('%s %j is told as %s', (field, given, told) => expect(value(field, given)).toBe(told))
