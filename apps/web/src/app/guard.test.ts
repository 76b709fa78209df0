import type { Role } from '@ohmstead/domain/access/role'
import { describe, expect, test } from 'vitest'
import { type Audience, guardPage, homePath } from './guard.ts'

const entry = { id: 1, view: true, edit: false, control: false, manageUsers: false }
const person = (role: Role, locations = [entry]) => ({
  role,
  permissions: { locations },
  second_factor_due: null as number | null,
})
const newcomer = person('ROLE_USER_BASIC', [])

const now = 1000
const late = { ...person('ROLE_AGGREGATOR', []), second_factor_due: now }

const cases: [string, ReturnType<typeof person> | null, Audience, string, string | null][] = [
  ['a stranger signs in first', null, 'signedIn', '/locations/1', '/auth/login'],
  ['a stranger sees the sign-in page', null, 'public', '/auth/login', null],
  ['who is signed in does not sign in again', person('ROLE_USER'), 'public', '/auth/login', '/'],
  ['who is signed in does not register', person('ROLE_USER'), 'public', '/auth/register', '/'],
  ['a mailed link is answered for everybody', newcomer, 'public', '/auth/token-validation', null],
  ['a basic user sees a location', person('ROLE_USER_BASIC'), 'signedIn', '/locations/1', null],
  ['a basic user has no company picker', person('ROLE_USER_BASIC'), 'aggregator', '/overview', '/'],
  ['an aggregator has one', person('ROLE_AGGREGATOR', []), 'aggregator', '/overview', null],
  ['a super admin counts as aggregator', person('ROLE_SUPER_ADMIN', []), 'aggregator', '/overview', null],
  ['an aggregator is no super admin', person('ROLE_AGGREGATOR', []), 'superAdmin', '/time-of-use', '/'],
  ['an aggregator has no setup', person('ROLE_AGGREGATOR', []), 'settingUp', '/setup', '/'],
  ['an aggregator links controllers', person('ROLE_AGGREGATOR', []), 'basic', '/setup/oem-device', null],
  ['a viewer links none', person('ROLE_USER'), 'basic', '/setup/oem-device', '/'],
  ['an aggregator has no devices to set up', person('ROLE_AGGREGATOR', []), 'belowAggregator', '/x', '/'],
  ['a newcomer links a first controller', newcomer, 'basic', '/setup/oem-device', null],
  ['a newcomer links a first P1 meter', newcomer, 'basic', '/setup/p1-wifi', null],
  ['a newcomer adds another kind of device', newcomer, 'basic', '/setup/foreign', null],
  ['a newcomer reads what is still to come', newcomer, 'belowAggregator', '/setup/devices', null],
  ['a viewer has no devices to set up', person('ROLE_USER', []), 'belowAggregator', '/setup/devices', '/'],
  ['a basic user sets up prices', person('ROLE_USER_BASIC'), 'basic', '/setup/pricing', null],
  ['an aggregator does too', person('ROLE_AGGREGATOR', []), 'basic', '/setup/pricing', null],
  ['a viewer keeps no prices', person('ROLE_USER'), 'basic', '/setup/pricing', '/'],
  ['a newcomer has a location before prices', newcomer, 'basic', '/setup/pricing', '/setup'],
  ['a newcomer is sent to the setup', newcomer, 'signedIn', '/locations/1', '/setup'],
  ['a newcomer stays in the setup', newcomer, 'settingUp', '/setup', null],
  ['a newcomer may change the language', newcomer, 'signedIn', '/user/settings', null],
  ['a newcomer connects external services', newcomer, 'signedIn', '/external/integrations', null],
  ['a newcomer reads their meter', newcomer, 'signedIn', '/external/integrations/moj-elektro/data', null],
  [
    'a newcomer finds nothing beside them',
    newcomer,
    'signedIn',
    '/external/integrations-of-others',
    '/setup',
  ],
  ['who lacks a second factor sets one up', late, 'aggregator', '/overview', '/user/two-factor'],
  ['who lacks a second factor stays there', late, 'signedIn', '/user/two-factor', null],
  ['who lacks a second factor may add a passkey', late, 'signedIn', '/user/passkeys', null],
  ['who lacks a second factor changes nothing else', late, 'signedIn', '/user/settings', '/user/two-factor'],
  [
    'before the day nothing is closed',
    { ...late, second_factor_due: now + 1 },
    'aggregator',
    '/overview',
    null,
  ],
  ['a viewer without a location is not set up', person('ROLE_USER', []), 'signedIn', '/x', '/setup'],
  ['a viewer waits in the setup for an invitation', person('ROLE_USER', []), 'settingUp', '/setup', null],
  ['a viewer with a location has no setup', person('ROLE_USER'), 'settingUp', '/setup', '/'],
]

describe('guardPage', () => {
  test.each(cases)('%s', (_, user, audience, pathname, expected) => {
    expect(guardPage(user, audience, pathname, now)).toBe(expected)
  })
})

describe('homePath', () => {
  test.each([
    ['companies for an aggregator', person('ROLE_AGGREGATOR', []), null, '/overview'],
    ['the first location for a basic user', person('ROLE_USER_BASIC'), '/locations/1', '/locations/1'],
    ['the setup without a location', newcomer, null, '/setup'],
  ])('%s', (_, user, first, expected) => {
    expect(homePath(user, first)).toBe(expected)
  })
})
