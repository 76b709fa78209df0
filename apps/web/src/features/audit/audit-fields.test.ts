import { expect, test } from 'vitest'
import type { Translate } from '../../shared/i18n/use-t.ts'
import { fieldLabel, fieldValue } from './audit-fields.ts'

const t: Translate = (key) => `<${key}>`
const format = { dateTime: (instant: number) => `at ${instant}` }
const names = { companyIds: { 1: 'Sonce' }, ownerId: { 7: 'Ana' }, countryId: { 3: 'SI' } }
const countryName = (code: string) => (code === 'SI' ? 'Slovenia' : null)
const value = (field: string, given: unknown) => fieldValue(field, given, { t, format, names, countryName })

test('a field has the name used on its page; unknown ones keep their own', () => {
  expect(fieldLabel('manageUsers', t)).toBe('<people.flag.manageUsers>')
  expect(fieldLabel('agreedPowers', t)).toBe('<portal.details.agreed>')
  expect(fieldLabel('args', t)).toBe('args')
  expect(fieldLabel('constructor', t)).toBe('constructor')
})

test.each([
  'billingPower',
  'connectionPower',
  'consumerType',
  'currentLimit',
  'netMetering',
  'productionPower',
  'tariffsCount',
  'userGroup',
  'yearlyWorkHours',
])('%s of a metering point has the name of its page', (field) =>
  expect(fieldLabel(field, t)).toBe(`<portal.details.${field}>`),
)

test.each([
  'totp_on',
  'totp_off',
  'codes_renewed',
  'code_used',
  'passkey_added',
  'passkey_removed',
  'passkeys_removed',
  'provider_linked',
  'provider_unlinked',
])('a change of the ways to sign in, %s, has its own text', (change) =>
  expect(value('change', change)).toBe(`<audit.change.${change}>`),
)

test.each([
  ['role', 'ROLE_AGGREGATOR', '<account.role.ROLE_AGGREGATOR>'],
  ['kind', 'P1_WIFI', '<controllers.kind.P1_WIFI>'],
  ['kind', 'FARM', '<locations.kind.FARM>'],
  ['theme', 'white', '<theme.white>'],
  ['name', 'white', 'white'],
  ['way', 'passkey', '<audit.way.passkey>'],
  ['way', 'constructor', 'constructor'],
  ['name', 'passkey', 'passkey'],
  ['change', 'constructor', 'constructor'],
  ['consumerType', 'RESIDENTIAL', '<portal.details.type.RESIDENTIAL>'],
  ['consumerType', 'INDUSTRIAL', '<portal.details.type.INDUSTRIAL>'],
  ['consumerType', 'OTHER', '<portal.details.type.OTHER>'],
  ['constructor', 'name', 'name'],
  ['agreedPowers', [3, 4], '3, 4'],
  ['edit', false, '<audit.value.no>'],
  ['deletionDueAt', 5, 'at 5'],
  ['companyIds', [1, 2], 'Sonce, 2'],
  ['companyId', 1, '1'],
  ['ownerId', 7, 'Ana'],
  ['countryId', 3, 'Slovenia'],
  ['countryCode', 'SI', 'Slovenia'],
  ['countryCode', 'QQ', 'QQ'],
  ['id', 7, '7'],
  ['companyIds', [], '–'],
  ['alias', null, '–'],
  ['latitude', 0, '0'],
  ['args', { a: 1 }, '{"a":1}'],
])('%s %j is shown as %s', (field, given, told) => expect(value(field, given)).toBe(told))
