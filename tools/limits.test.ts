import { expect, test } from 'vitest'
import { readConstant, readDocument, readTable, readText } from './documents/read-source.ts'
import { readThrottles } from './documents/read-throttles.ts'

// The attempts that docs/security.md allows match the code, completely.

const security = readDocument('docs/security.md')
const rows = readTable('docs/security.md', 'What')

/** What is counted: the key in the code, with … for variable parts, and the row of the table. */
const counted: Record<string, [what: string, of: string]> = {
  'login-device:…': ['wrong passwords', "a browser known as its owner's, by itself"],
  'login-from:… …': [
    'wrong passwords in other browsers',
    'an e-mail address from one network: an IPv4 address or an IPv6 /64',
  ],
  'login-email:…': ['wrong passwords in other browsers', 'an e-mail address'],
  'login-address:…': ['wrong passwords in other browsers', 'a network'],
  'token:…': ['mailed links that lead nowhere', 'a network'],
  'setup-code:…': ['wrong codes of the log, for the first super admin', 'a network'],
  '…:…': ['wrong passwords asked for again', 'a person'],
  'invitation-number:…': ['wrong numbers of invitations', 'a person'],
  'mails-to-…:…': ['mails that anybody can cause', 'an address, each kind by itself'],
  'mails-from:…': ['mails that anybody can cause', 'a network'],
  'mails-device-…:…': [
    'mails that anybody can cause',
    "a browser known as the address's owner's, each kind by itself",
  ],
  'mails-by:…': ['mails that people signed in cause', 'a person'],
  'mails-by-people-to:…': ['mails that people signed in cause', 'an address'],
  'webhook-test:…': ['tests of webhooks', 'a person'],
  'notice-test:…': ['tests of notifications', 'a person'],
  'test-mail:…': ['test mails of the first steps', 'a person'],
  'steps:…': ['sign-ins by passkey or provider', 'a network'],
  'enrol … …': ['wrong enrolment secrets of a controller', 'a network with a serial'],
  'enrol …': ['wrong enrolment secrets of a controller', 'a network'],
  'setup person …': ['serials, while setting up, that were wrong or linked to somebody else', 'a person'],
  'setup network …': ['serials, while setting up, that were wrong or linked to somebody else', 'a network'],
  'backup address …': ['wrong addresses of backups', 'a network'],
  'link token … …': ['wrong HTTP tokens of a controller', 'a network with a serial'],
  'link token …': ['wrong HTTP tokens of a controller', 'a network'],
  'export:…': ['exports of own data', 'a person'],
  'external-credential:…': ['portal tokens added', 'a person'],
  'abstract-device:…': ['metering points added', 'a person'],
  'location:…': ['locations added', 'a person who runs no company'],
  'portal-import:…': ['imports from the portal', 'a person'],
  'csv-import:…': ['files of readings', 'a person'],
  'weather:…': ['weather that has to be fetched', 'a person'],
  'domain-check:…': ['DNS checks of a host name', 'a company'],
  'sender-check:…': ['DNS checks of a sender', 'a company'],
}

const figure = (value: number) => value.toLocaleString('en')
const windows: Record<number, string> = {
  600: 'in 10 minutes',
  900: 'in 15 minutes',
  3600: 'an hour',
  86400: 'a day',
}

function describeWait(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`
  const seconds = milliseconds / 1000
  return seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`
}
const describeWaits = (first: number, longest: number) => `${describeWait(first)} to ${describeWait(longest)}`

const findCells = (what: string, of: string) => {
  const row = rows.find((one) => one.What === what && one.For === of)
  return row && [row['How many'], row['Then each waits']]
}

test('every limit that the database counts is in the table, with the figures of the code', () => {
  const throttles = readThrottles()
  expect(throttles.length).toBeGreaterThan(20)
  expect(throttles.map(({ key }) => key).filter((key) => !(key in counted))).toEqual([])
  for (const { key, attempts, windowSeconds, firstWaitSeconds, longestWaitSeconds } of throttles)
    expect(findCells(...counted[key]!), key).toEqual([
      `${figure(attempts)} ${windows[windowSeconds]}`,
      describeWaits(firstWaitSeconds * 1000, longestWaitSeconds * 1000),
    ])
})

test('so are the limits counted in other ways, and the table has no more', () => {
  const codes = 'apps/server/src/features/account/second-factor/wrong-codes.ts'
  const [free, most, first, longest] = [
    'freeInRow',
    'mostInRow',
    'firstWaitSeconds',
    'longestWaitSeconds',
  ].map((name) => readConstant(codes, name))
  expect(findCells('wrong codes of an app', "a person's known browsers; all others")).toEqual([
    `${free} in a row, ${most} in all`,
    describeWaits(first! * 1000, longest! * 1000),
  ])
  const brake = 'apps/server/src/features/link/guess-brake.ts'
  const [, firstMs, longestMs] =
    /\[firstWaitMs, longestWaitMs\] = \[(\d+), (\d+)\]/.exec(readText(brake)) ?? []
  expect(findCells('wrong MQTT passwords', 'an address; a serial')).toEqual([
    `${readConstant(brake, 'freeFailures')} ${windows[readConstant(brake, 'windowMs') / 1000]}`,
    describeWaits(Number(firstMs), Number(longestMs)),
  ])
  expect(security).toContain(
    `An address with ${readConstant(brake, 'hotFailures')} wrong MQTT passwords has no more than ` +
      `${1000 / readConstant(brake, 'checkEveryMs')} checked a second, serials taking turns, and ` +
      `${readConstant(brake, 'mostWaiting')} in line.`,
  )
  // A person's wrong codes while connecting an app count together with password confirmations.
  const alike = findCells('wrong passwords asked for again', 'a person')
  expect(findCells('wrong codes while an app is connected', 'a person')).toEqual(alike)
  expect(rows).toHaveLength(Object.keys(counted).length + 3)
})
