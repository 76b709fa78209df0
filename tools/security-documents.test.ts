import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import { expect, test } from 'vitest'
import { leftovers } from '../apps/server/src/features/upkeep/clean-up.ts'
import {
  findFiles,
  listMigrations,
  listSources,
  readDocument,
  readTable,
  readText,
} from './documents/read-source.ts'

// Statements on security and personal data match the code.

const security = readDocument('docs/security.md')
const server = listSources('apps/server/src')
const migrations = listMigrations().join('\n').replace(/--.*$/gm, '')

/** A paragraph of security.md, on one line. */
function readParagraph(name: string): string {
  const [, text] =
    new RegExp(`\\*\\*${name}\\.\\*\\* ([\\s\\S]*?)\\n\\n`).exec(readText('docs/security.md')) ?? []
  if (!text) throw new Error(`security.md has no paragraph "${name}"`)
  return text.replace(/\s+/g, ' ')
}

test('a session is opened only by the listed ways to sign in', () => {
  const ways: Record<string, string> = {
    'auth/auth-routes.ts': 'Password',
    'account/second-factor/second-factor-routes.ts': 'the code of an app',
    'auth/oauth/finish-oauth.ts': 'a provider',
    'auth/oauth/oauth-routes.ts': 'a provider',
    'account/passkeys/passkey-routes.ts': 'a passkey',
    'first-admin/first-admin-routes.ts': 'one-time code of its log',
  }
  const openers = findFiles(server, /\bawait openSession\(/).map((file) => file.split('/features/')[1]!)
  expect(openers).toEqual(Object.keys(ways).sort())
  expect(findFiles(server, /\bcreateSession\(/)).toEqual([
    'apps/server/src/features/auth/open-session.ts',
    'apps/server/src/features/auth/session.ts',
  ])
  const paragraph = readParagraph('Ways in')
  for (const way of Object.values(ways)) expect(paragraph).toContain(way)
})

test('the server contacts only the listed addresses, each in one place', () => {
  const callers: Record<string, string> = {
    'features/auth/oauth/begin-oauth.ts': 'providers of sign-in',
    'features/auth/oauth/provider-client.ts': 'providers of sign-in',
    'features/auth/oauth/read-oauth-person.ts': 'providers of sign-in',
    'features/portal/client/portal-client.ts': 'portal of readings',
    'features/spot-market/sources/ask-source.ts': 'sources of market prices',
    'features/tunnel/forward-request.ts': 'pages of controllers',
    'features/tunnel/relay.ts': 'other processes',
    'features/weather/weather-client.ts': 'archive of past weather',
    'platform/call-outside.ts': 'push services of browsers',
    'platform/db/postgres-db.ts': 'database',
    'platform/db/postgres-hosts.ts': 'database',
    'platform/db/postgres-pools.ts': 'database',
    'platform/mail/create-smtp-sender.ts': 'mail server',
    'platform/mqtt/broker-speaker.ts': 'broker',
    'platform/mqtt/broker-stream.ts': 'broker',
    'platform/mqtt/rabbitmq-api.ts': "RabbitMQ's management API",
    'platform/mqtt/watch-addresses.ts': 'broker',
    'platform/tracing/open-telemetry.ts': 'collector of traces',
    'platform/txt-resolver.ts': 'name servers',
  }
  const calls =
    /\bfetch\(|import (?!type)[^\n]*from '(pg|mqtt|nodemailer|openid-client|undici|@opentelemetry\/exporter-[\w-]+|node:(tls|https|http2|dgram|dns)(\/promises)?)'|\b(http|net)\.(request|get|connect)\(|import \{[^}]*\b(request|connect|createConnection)\b[^}]*\} from 'node:/
  // They have TLS of our own, and connect to nobody.
  const listeners = ['platform/mqtt/certificate-files.ts', 'platform/mqtt/tls-listener.ts']
  const found = findFiles(server, calls)
    .map((file) => file.replace('apps/server/src/', ''))
    .filter((file) => !listeners.includes(file))
  expect(found).toEqual(Object.keys(callers).sort())
  const paragraph = readParagraph('Whom the server calls')
  for (const whom of Object.values(callers)) expect(paragraph).toContain(whom)
})

test('the log is written to standard output only, with its time in UTC', () => {
  expect(findFiles(server, /\bpino\(/)).toEqual(['apps/server/src/start-server.ts'])
  expect(findFiles(server, /pino\.(transport|destination|multistream)|isoTime|stdTimeFunctions/)).toEqual([])
  expect(findFiles(server, /\bappendFile/)).toEqual([])
})

test('every stored instant has a zone, and production sets the clock', () => {
  expect(migrations).toMatch(/ timestamptz/)
  expect(
    migrations.match(
      /\b(timestamp( without time zone)?|time|timetz|abstime)\b(?= (not|null|default)|,|\))/gi,
    ),
  ).toBeNull()
  expect(readDocument('docs/runbooks/production.md')).toContain('Set it by NTP')
})

test('no token of a provider is stored or passed on', () => {
  const token = /\b(access|refresh|id)_?token\b/i
  expect(migrations).not.toMatch(token)
  expect(findFiles(listSources('packages/contract/src', 'apps/web/src'), token)).toEqual([])
})

test('passwords have no age and no hints', () => {
  const columns = /password_?(set|changed|chosen|expires|expiry|age|hint)|secret_question|security_question/i
  expect(migrations.match(columns)).toBeNull()
})

test('no address of the API contains a secret', () => {
  const names = allEndpoints.flatMap(({ path, query }) => [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
    ...Object.keys(query?.shape ?? {}),
  ])
  expect(names).toContain('locationId')
  expect(
    names.filter((name) => /^(code|key|number|confirmation.*|.*(token|secret|password))$/i.test(name)),
  ).toEqual([])
  expect(readText('docs/data-protection.md')).toContain('confirmationId')
})

test('every table has its level of protection', () => {
  const [, list] = /\*\*Tables\.\*\*([\s\S]*?)\n\n/.exec(readText('docs/data-protection.md')) ?? []
  const named = [...list!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
  const made = [...migrations.matchAll(/^create table (?:if not exists )?(\w+) ?\(/gim)].map(
    ([, name]) => name!,
  )
  expect(made.length).toBeGreaterThan(40)
  expect(named.sort()).toEqual([...new Set(made)].sort())
})

test('logs are kept as long as documented', () => {
  const kept = new Map(readTable('docs/logging.md', 'Log').map((row) => [row.Log, row.Kept]))
  const { days } = leftovers.find(({ table }) => table === 'link_refusal')!
  expect(kept.get('Refused controllers')).toBe(`${days} days`)
  const [, mailDays] =
    /keepMs = (\d+) \* 86_400_000/.exec(readText('apps/server/src/platform/mail/start-mailer.ts')) ?? []
  expect(kept.get('Mail queue')).toMatch(new RegExp(`^${mailDays} days`))
  expect(kept.get('Audit log')).toBe('`AUDIT_RETENTION_DAYS`')
})

test('rules between fields are documented', () => {
  /** By the function, or the file, of such a rule; null is a rule of one field. */
  const rules: Record<string, string | null> = {
    isDayRange: 'an end is not before its start',
    isPaired: 'a start comes with its end',
    isOrdered: 'an end is not before its start',
    isShortEnough: 'a span not longer than its endpoint says',
    isFewEnough: 'a span not longer than its endpoint says',
    isNotAbovePrice: 'a subsidy is at most the price',
    isRegion: null,
    isInReach: 'a span not longer than its endpoint says',
    passwordsMatch: 'a password is typed twice alike',
    'portal-consumer-info': 'agreed powers do not fall from one block to the next',
    'auth-passwords': null,
    refuse: 'an alarm ends on the quiet side of its limit',
    charts: null,
    mapping: 'no two names mean the same metric of a device',
    money: null,
    notices: null,
    setup: null,
    wire: null,
  }
  const found = listSources('packages/contract/src').flatMap((file) =>
    [...readText(file).matchAll(/\.(?:refine|superRefine)\(\s*(?:\((?=\w)|(\w+))/g)].map(
      ([, name]) => name ?? /(\w[\w-]*)\.ts$/.exec(file)![1]!,
    ),
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(rules).sort())
  for (const rule of Object.values(rules)) if (rule) expect(security).toContain(rule)
})
