import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import { expect, test } from 'vitest'
import { mostPoints } from '../apps/server/src/features/abstract-devices/point-limit.ts'
import { largestImageBytes } from '../apps/server/src/features/company-settings/read-image-type.ts'
import { requestBudget } from '../apps/server/src/platform/http/request-budget.ts'
import { readDocument, readTable, readText } from './documents/read-source.ts'
import { readThrottles } from './documents/read-throttles.ts'

// The limits that docs/security.md names are those of the code, and there are no others.

const security = readDocument('docs/security.md')
const rows = readTable('docs/security.md', 'What')

/** What is counted: the key of the code, with … for what differs, and the row of the table. */
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
  'mails-to:…': ['mails that anybody can cause', 'an address'],
  'mails-from:…': ['mails that anybody can cause', 'a network'],
  'mails-device:…': ['mails that anybody can cause', "a browser known as the address's owner's, by itself"],
  'mails-by:…': ['mails that people signed in cause', 'a person'],
  'mails-by-people-to:…': ['mails that people signed in cause', 'an address'],
  'test-mail:…': ['test mails of the first steps', 'a person'],
  'steps:…': ['sign-ins by passkey or provider', 'a network'],
  'enrol … …': ['wrong enrolment secrets of a controller', 'a network with a serial'],
  'enrol …': ['wrong enrolment secrets of a controller', 'a network'],
  'link token … …': ['wrong HTTP tokens of a controller', 'a network with a serial'],
  'link token …': ['wrong HTTP tokens of a controller', 'a network'],
  'export:…': ['exports of own data', 'a person'],
  'external-credential:…': ['portal tokens added', 'a person'],
  'abstract-device:…': ['metering points added', 'a person'],
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

/** The figure of a constant, as in `const freeInRow = 10`. */
function readConstant(path: string, name: string): number {
  const [, value] = new RegExp(`\\b${name} = ([\\d_]+)`).exec(readText(path)) ?? []
  return Number(value?.replaceAll('_', ''))
}

test('so are the limits that are counted in other ways, and the table has no more', () => {
  const codes = 'apps/server/src/features/second-factor/wrong-codes.ts'
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
  // The count of a person's wrong codes while an app is connected is that of their passwords asked for again.
  const alike = findCells('wrong passwords asked for again', 'a person')
  expect(findCells('wrong codes while an app is connected', 'a person')).toEqual(alike)
  expect(rows).toHaveLength(Object.keys(counted).length + 3)
})

/** Every costly endpoint, and what the document calls it. */
const costly: Record<10 | 100, Record<string, string>> = {
  10: {
    'POST /pricing/abstract-devices/:deviceId/calculations': 'a calculation',
    'GET /portfolio/optimisations/:optimisationId/xlsx': 'a file of a list',
    'GET /portfolio/optimisations/:optimisationId/csv': 'a file of a list',
    'GET /abstract-devices/:deviceId/readings': 'years of readings',
    'GET /location-groups/:locationGroupId/data/energy': 'the energy of a group',
  },
  100: {
    'POST /pricing/abstract-devices/:deviceId/calculations/pdf': 'a document',
    'POST /pricing/abstract-devices/:deviceId/calculations/xlsx': 'a document',
    'POST /abstract-devices/csv': 'an import',
    'POST /portfolio/optimisations': 'a run over many points',
    'POST /auth/user/export': 'an export of own data',
  },
}

test('what is costly is named with its price, and what one person may ask for', () => {
  const { most, perSecond } = requestBudget
  expect(security).toContain(
    `in the memory of each process: ${figure(most)} at once and ${perSecond} a second,`,
  )
  const [, cheaper, dearer] = /where ([^.]+) cost 10 and ([^.]+) 100 \(/.exec(security) ?? []
  for (const [cost, words] of [
    [10, cheaper],
    [100, dearer],
  ] as const) {
    const priced = allEndpoints.filter((endpoint) => endpoint.cost === cost)
    expect(priced.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(costly[cost]).sort(),
    )
    for (const name of Object.values(costly[cost])) expect(words).toContain(name)
  }
})

test('sessions live as long as it says', () => {
  const session = 'apps/server/src/features/auth/session.ts'
  const text = readText(session)
  const [, hours] = /shortSeconds = (\d+) \* 3600/.exec(text) ?? []
  const [, days] = /longSeconds = (\d+) \* 86_400/.exec(text) ?? []
  const [short, long] = [readConstant(session, 'shortDaysInAll'), readConstant(session, 'longDaysInAll')]
  expect(security).toContain(
    `One lives ${hours} hours after its last use and ${short} days in all; where its person chose to stay signed in, ` +
      `${days} days and ${long}.`,
  )
})

test('files are taken up to the size it says, and of no other endpoint', () => {
  const images = 'apps/server/src/features/company-settings/read-image-type.ts'
  expect(security).toContain(
    `up to ${largestImageBytes / 1024} kB and ${figure(readConstant(images, 'mostPixelsAcross'))} pixels across`,
  )
  const files = allEndpoints.flatMap(({ path, file }) => (file ? [{ path, ...file }] : []))
  expect(files).toEqual([{ path: '/abstract-devices/csv', type: 'text/csv', maxBytes: 32_000_000 }])
  const [perHour] = findCells('files of readings', 'a person')!
  expect(security).toContain('Readings as CSV up to 32 MB ')
  expect(security).toContain(`${perHour}, for at most ${figure(mostPoints)} metering points`)
})

test('the database waits as long as the runbook says', () => {
  const text = readText('apps/server/src/platform/db/postgres-pools.ts')
  const names = {
    page: 'pages',
    ingest: 'readings',
    job: 'jobs, migrations, exports',
    watch: 'looking after the database',
  }
  const inCode = Object.entries(names).map(([priority, name]) => {
    const [, limits] = new RegExp(`^  ${priority}: \\{ (.+) \\},$`, 'm').exec(text) ?? []
    const seconds = (limit: string) => {
      const [, milliseconds] = new RegExp(`\\b${limit}: ([\\d_]+)`).exec(limits ?? '') ?? []
      return String(Number(milliseconds?.replaceAll('_', '')) / 1000 || 'none')
    }
    return {
      'Work of': name,
      statement: seconds('statementMs'),
      'waits for a lock': seconds('lockMs'),
      'for a connection': seconds('connectMs'),
      'idle in a transaction': seconds('idleInTransactionMs'),
    }
  })
  expect(readTable('docs/runbooks/scale-out.md', 'Work of')).toEqual(inCode)
})
