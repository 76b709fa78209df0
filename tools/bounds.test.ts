import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import { backupLimits } from '@ohmstead/contract/backups'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import { mostMade } from '@ohmstead/contract/controllers-stock'
import { mediaTypes } from '@ohmstead/contract/media-types'
import { expect, test } from 'vitest'
import { largestImageBytes } from '../apps/server/src/features/company-settings/read-image-type.ts'
import { mostAtLocation, mostOfPerson } from '../apps/server/src/features/controllers/controller-limit.ts'
import { mostPoints } from '../apps/server/src/features/portal/points/point-limit.ts'
import { requestBudget } from '../apps/server/src/platform/http/request-budget.ts'
import { packetPace } from '../apps/server/src/platform/mqtt/packet-pace.ts'
import { ownShare, sharedPerSecond } from '../apps/server/src/platform/mqtt/shared-turns.ts'
import { readConstant, readDocument, readTable, readText } from './documents/read-source.ts'

// Limits and durations in the documents match the code.

const security = readDocument('docs/security.md')
const figure = (value: number) => value.toLocaleString('en')

/** Every costly endpoint, and its name in the document. */
const costly: Record<10 | 100, Record<string, string>> = {
  10: {
    'POST /pricing/abstract-devices/:deviceId/calculations': 'a calculation',
    'GET /location-groups/:locationGroupId/bulk-changes/:bulkChangeId/csv': 'a file of a list',
    'POST /location-groups/:locationGroupId/bulk-changes': 'a change of many locations',
    'POST /location-groups/:locationGroupId/bulk-changes/settings': 'a change of many locations',
    'POST /location-groups/:locationGroupId/bulk-changes/preview': 'a change of many locations',
    'GET /portfolio/optimisations/:optimisationId/xlsx': 'a file of a list',
    'GET /portfolio/optimisations/:optimisationId/csv': 'a file of a list',
    'GET /abstract-devices/:deviceId/readings': 'years of readings',
    'GET /location-groups/:locationGroupId/data/energy': 'the energy of a group',
    'GET /location-groups/:locationGroupId/data/energy/xlsx': 'a chart',
    'GET /locations/:locationId/data/energy/xlsx': 'a chart',
    'GET /locations/:locationId/data/series/xlsx': 'a chart',
    'GET /locations/:locationId/device-groups/:deviceGroupId/data/energy/xlsx': 'a chart',
    'GET /locations/:locationId/devices/:deviceId/data/energy/xlsx': 'a chart',
    'GET /pricing/spot-market/prices/xlsx': 'a chart',
    'GET /locations/:locationId/pricing/spot-market/prices/xlsx': 'a chart',
    'GET /locations/:locationId/pricing/bill': 'a bill',
    'GET /locations/:locationId/pricing/bill/xlsx': 'a bill',
    'GET /locations/:locationId/money': 'a forecast of a bill',
    'GET /locations/:locationId/sanity': 'a check of connections',
    'GET /locations/:locationId/data/glance': 'a forecast of a bill',
    'GET /locations/:locationId/pricing/costs': 'a bill',
    'GET /locations/:locationId/pricing/prices': 'a bill',
    'POST /locations/:locationId/invoice-checks': 'a bill',
    'GET /locations/:locationId/pricing/world': 'a bill',
    'GET /locations/:locationId/offer-comparison': 'a comparison of offers',
    'GET /locations/:locationId/offer-comparison/bill': 'a comparison of offers',
    'GET /pricing/abstract-devices/:deviceId/offer-comparison': 'a comparison of offers',
    'GET /pricing/abstract-devices/:deviceId/offer-comparison/bill': 'a comparison of offers',
    'GET /locations/:locationId/data/energy/savings': 'savings',
    'GET /locations/:locationId/investments': 'savings',
    'GET /locations/:locationId/pricing/meter-comparison': 'a comparison of meters',
    'POST /pricing/price-lists/preview': 'a preview of prices',
    'POST /pricing/plans/preview': 'a preview of prices',
    'GET /pricing/price-lists': 'price lists or rate plans',
    'GET /pricing/price-lists/:priceListId/versions': 'price lists or rate plans',
    'GET /locations/:locationId/pricing/price-lists': 'price lists or rate plans',
    'GET /pricing/plans': 'price lists or rate plans',
    'GET /pricing/plans/:planId/versions': 'price lists or rate plans',
    'GET /locations/:locationId/pricing/plans': 'price lists or rate plans',
    'GET /sharing-groups/:sharingGroupId/intervals': 'shared energy',
    'GET /sharing-groups/:sharingGroupId/statements': 'shared energy',
    'GET /sharing-groups/:sharingGroupId/simulations': 'shared energy',
    'GET /sharing-groups/:sharingGroupId/simulations/:simulationId': 'shared energy',
    'GET /pricing/spot-market/prices': 'market prices',
    'GET /pricing/spot-market/heat-map': 'market prices',
    'GET /companies/:companyId/controller-batches/:batchId/credentials': 'a file of a list',
    'GET /search/users/csv': 'a file of a list',
    'GET /search/locations/csv': 'a file of a list',
    'GET /search/controllers/csv': 'a file of a list',
    'GET /search/devices/csv': 'a file of a list',
    'POST /companies/:companyId/controller-stock': 'making controllers',
    'POST /backups/controllers/:controllerId/:backupId/file': 'a file of a backup',
    'POST /backups/controllers/:controllerId/file': 'a file of a backup',
    'GET /roll-outs/candidates': 'a roll-out of software',
    'POST /roll-outs': 'a roll-out of software',
  },
  100: {
    'POST /locations/:locationId/alarm-rules/preview': 'a month of an alarm rule',
    'POST /location-groups/:locationGroupId/alarm-rules/preview': 'a month of an alarm rule',
    'POST /location-groups/:locationGroupId/alarm-rules/previews': 'a month of an alarm rule',
    'POST /pricing/abstract-devices/:deviceId/calculations/pdf': 'a document',
    'GET /companies/:companyId/controller-batches/:batchId/labels': 'a document',
    'POST /companies/:companyId/controller-stock/csv': 'an import',
    'POST /pricing/abstract-devices/:deviceId/calculations/xlsx': 'a document',
    'GET /sharing-groups/:sharingGroupId/statements/:statementId/file': 'a document',
    'GET /sharing-groups/:sharingGroupId/settlement-file': 'a document',
    'POST /sharing-groups/:sharingGroupId/simulations': 'a run over many points',
    'POST /sharing-groups/:sharingGroupId/statements': 'a run over many points',
    'POST /abstract-devices/csv': 'an import',
    'POST /portfolio/optimisations': 'a run over many points',
    'POST /pricing/spot-market/backfill': 'an import',
    'POST /companies/:companyId/pricing/costs/refresh': 'a run over many points',
    'PUT /companies/:companyId/pricing/plan': 'a run over many points',
    'POST /auth/user/export': 'an export of own data',
    'POST /software-images/:imageId/check': 'a check of software',
  },
}

test("costly calls are listed with their price, and with each person's budget", () => {
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

test('sessions live as long as documented', () => {
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

test('files are accepted up to the documented size, and by no other endpoint', () => {
  const images = 'apps/server/src/features/company-settings/read-image-type.ts'
  expect(security).toContain(
    `up to ${largestImageBytes / 1024} kB and ${figure(readConstant(images, 'mostPixelsAcross'))} pixels across`,
  )
  const files = allEndpoints.flatMap(({ path, file }) => (file ? [{ path, ...file }] : []))
  const type = 'text/csv'
  expect(files).toEqual([
    { path: '/companies/:companyId/controller-stock/csv', type, maxBytes: 2_000_000 },
    {
      ...{ path: '/backups/controllers/:controllerId/file', type: mediaTypes.backup, isStreamed: true },
      maxBytes: backupLimits.maxBytes + backupLimits.maxHeaderBytes,
    },
    {
      path: '/software-images/:imageId/pieces/:position',
      type: 'application/octet-stream',
      maxBytes: 1_048_576,
    },
    { path: '/abstract-devices/csv', type, maxBytes: 32_000_000 },
  ])
  const [controllers, , , readings] = files.map(({ maxBytes }) => maxBytes / 1e6)
  expect(security).toContain(`Backups of controllers, up to ${backupLimits.maxBytes / 1e6} MB,`)
  expect(security).toContain(`Readings as CSV up to ${readings} MB `)
  expect(security).toContain(
    `Controllers to be made, as CSV up to ${controllers} MB and ${figure(mostMade)} rows,`,
  )
  expect(security).toContain(`for at most ${figure(mostPoints)} metering points`)
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

test('each person has as many costly calls in progress as documented', () => {
  const text = readText('apps/server/src/platform/http/costly-requests.ts')
  const share = (cost: number) =>
    new RegExp(`\\b${cost}: \\{ inHand: (\\d+), waiting: (\\d+) \\}`).exec(text)!.slice(1)
  const [[someInHand, someWaiting], [oneInHand, oneWaiting]] = [share(10), share(100)]
  expect(security).toContain(
    `one person has ${someInHand} or ${oneInHand} in hand at a time, up to ${someWaiting} or ${oneWaiting} more of theirs wait,`,
  )
})

test('as many alarm rules as documented', () => {
  const file = 'apps/server/src/features/alarm-rules/change-rule.ts'
  expect(security).toContain(
    `A location or a group has at most ${readConstant(file, 'mostRules')} alarm rules, groups that lie in each other ` +
      `${readConstant(file, 'mostInheritedRules')} together`,
  )
})

test('a body is read as far and as long as documented', () => {
  const [http, bounds] = ['build-http', 'bound-bodies'].map(
    (name) => `apps/server/src/platform/http/${name}.ts`,
  )
  const largest = Math.max(...allEndpoints.map(({ file }) => file?.maxBytes ?? 0))
  expect(security).toContain(
    `A body is read up to its limit: ${readConstant(http!, 'bodyLimit') / 1e6} MB, ` +
      `${linkLimits.maximumBytes / 1024} kB for a message of a controller, ${largest / 1e6} MB for readings as CSV.`,
  )
  expect(readText(bounds!)).toContain('mostUnwantedBytes = 256 * 1024')
  expect(security).toContain('at most 256 kB more are read in at most a second,')
  expect(readConstant(bounds!, 'mostUnwantedMs')).toBe(1000)
  expect(security).toContain(
    `An ordinary body has ${readConstant(bounds!, 'longestBodyMs') / 1000} seconds to arrive, a file ` +
      `${readConstant(http!, 'requestTimeout') / 1000}.`,
  )
})

test('a location and a person have as many controllers as documented', () => {
  expect(security).toContain(
    `One location has at most ${mostAtLocation} controllers, and one person adds ${mostOfPerson} in all,`,
  )
})

test('a controller has as many devices and alarms, and sends as fast, as documented', () => {
  const link = readDocument('docs/controller-link.md')
  expect(link).toContain(
    `${figure(packetPace.most)} MQTT packets at once and ${figure(packetPace.perSecond)} a second;`,
  )
  expect(link).toContain(
    `Beyond ${ownShare.most} at once and ${ownShare.perSecond} a second controllers take equal turns, ${figure(sharedPerSecond)} a second all together.`,
  )
  expect(link).toContain(
    `${linkLimits.devices} devices, and ${figure(linkLimits.devicesEver)} that came and went; ${linkLimits.openAlarms} open alarms`,
  )
})

test('connections, live streams and log lines of refusals are limited as documented', () => {
  const [broker, listener] = ['embedded-broker', 'plain-listener'].map(
    (name) => `apps/server/src/platform/mqtt/${name}.ts`,
  )
  const unknown = readConstant('apps/server/src/platform/mqtt/unknown-senders.ts', 'mostUnknown')
  expect(security).toContain(
    `The embedded broker has ${figure(readConstant(listener!, 'maxConnections'))} connections on each port, of which one network has at most ` +
      `${unknown} that have not said yet who they are;`,
  )
  expect(readConstant(broker!, 'connectTimeout')).toBe(10_000)
  expect(security).toContain('they must begin to within ten seconds.')
  const [, fromOne] = /limit_conn ohmstead_senders (\d+);/.exec(readText('deploy/nginx-mqtt.conf')) ?? []
  expect(security).toContain(`(../deploy/nginx-mqtt.conf) lets one network have ${fromOne}.`)
  const streams = readConstant('apps/server/src/platform/live/start-live-hub.ts', 'mostStreamsPerUser')
  expect(security).toContain(`A person has ${streams} live streams in each process;`)
  expect(readConstant('apps/server/src/platform/http/log-refusals.ts', 'linesPerKind')).toBe(1000)
  expect(readDocument('docs/logging.md')).toContain('a thousand for all people and for all strangers')
})
