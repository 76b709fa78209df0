import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// A feature has one name everywhere, that of its row in docs/architecture.md.

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')
const listFolders = (path: string) =>
  readdirSync(root + path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const listFiles = (path: string) =>
  readdirSync(root + path, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))

const [, table = ''] = /\n## Features\n([\s\S]*?)\n## /.exec(read('docs/architecture.md')) ?? []
const features = new Map(
  [...table.matchAll(/^\| `([a-z-]+)` \| ([a-z, ]+) \| (.+) \|$/gm)].map(([, name, where, what]) => [
    name!,
    { where: where!.split(', '), what: what! },
  ]),
)
/** The feature of a name that may have a suffix: `portal-credentials` is of `portal`. */
const featureOf = (name: string): string | null =>
  [...features.keys()]
    .filter((feature) => name === feature || name.startsWith(`${feature}-`))
    .sort((a, b) => b.length - a.length)[0] ?? null

test('the table lists each folder once, in order, and no other', () => {
  expect(features.size).toBeGreaterThan(30)
  expect([...features.keys()]).toEqual([...features.keys()].toSorted())
  for (const program of ['server', 'web']) {
    const listed = [...features].filter(([, { where }]) => where.includes(program)).map(([name]) => name)
    expect(listed).toEqual(listFolders(`apps/${program}/src/features`).toSorted())
  }
})

const contracts = listFiles('packages/contract/src')
  .filter(
    (file) => file !== 'endpoint.ts' && / = \{[^=]*?\bendpoint\(/.test(read(`packages/contract/src/${file}`)),
  )
  .map((file) => file.replace(/\.ts$/, ''))

test('the endpoints of a feature are in a file of its name', () => {
  expect(contracts.length).toBeGreaterThan(25)
  expect(contracts.filter((name) => !features.get(featureOf(name) ?? '')?.where.includes('server'))).toEqual(
    [],
  )
})

test('a feature answers its own endpoints', () => {
  const foreign = [...features.keys()].flatMap((feature) =>
    features.get(feature)!.where.includes('server')
      ? listFiles(`apps/server/src/features/${feature}`)
          .filter((file) => file.endsWith('-routes.ts'))
          .flatMap((file) =>
            [
              ...read(`apps/server/src/features/${feature}/${file}`).matchAll(
                /import \{[^}]*Endpoints\b[^}]*\} from '@ohmstead\/contract\/([\w-]+)'/g,
              ),
            ]
              .filter(([, contract]) => featureOf(contract!) !== feature)
              .map(([, contract]) => `${feature}/${file} answers ${contract}`),
          )
      : [],
  )
  expect(foreign).toEqual([])
})

test('the texts of a feature begin with its name', () => {
  /** Texts shared by several features, and groups defined by the specification. */
  const common = new Set([
    ...['app', 'common', 'device', 'errors', 'metric', 'password', 'states', 'theme', 'titles', 'validation'],
    ...['offline', 'shell', 'what_if', 'fallback', 'location', 'location_invite', 'setup', 'time_of_use'],
    // For pages still to come.
    ...['devices', 'price_lists', 'spot_market'],
  ])
  const groups = new Set(Object.keys(JSON.parse(read('locales/en.json'))).map((key) => key.split('.')[0]!))
  expect(
    [...groups].filter((group) => !common.has(group) && !features.has(group.replaceAll('_', '-'))),
  ).toEqual([])
  expect([...common].filter((group) => !groups.has(group))).toEqual([])
})

test('a journey begins with the name of its feature', () => {
  /** Covering the whole product. */
  const whole = new Set([
    ...[
      'api-elsewhere',
      'destructive-flows',
      'every-page',
      'first-view',
      'hostile-names',
      'languages',
      'offline',
    ],
    ...['backup', 'behind-nginx', 'demo-is-no-trap', 'killed-at-work', 'start-and-stop', 'tracing'],
  ])
  const journeys = listFiles('e2e').flatMap(
    (file) => /^([\w-]+)\.(?:e2e|process)\.test\.ts$/.exec(file)?.[1] ?? [],
  )
  expect(journeys.length).toBeGreaterThan(20)
  expect(journeys.filter((name) => !whole.has(name) && featureOf(name) === null)).toEqual([])
  expect([...whole].filter((name) => !journeys.includes(name))).toEqual([])
})
