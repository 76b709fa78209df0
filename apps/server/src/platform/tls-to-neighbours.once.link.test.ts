import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../../../../tools/test-run/postgres-cluster.ts'
import { makeAuthority } from '../testing/make-certificates.ts'
import { startMosquitto } from '../testing/start-mosquitto.ts'
import { openEmbeddedTestDb } from '../testing/test-db.ts'
import { DbError } from './db/db-error.ts'
import { openDb } from './db/open-db.ts'
import { sql } from './db/sql.ts'
import { hashForBrokers } from './mqtt/broker-password.ts'
import { connectExternalBroker } from './mqtt/external-broker.ts'

// The database and the broker on other machines: each is authenticated by its certificate, and so is this server.

const folder = mkdtempSync(join(tmpdir(), 'ohmstead-tls-'))
const authority = makeAuthority(folder, 'ours')
const server = authority.sign('localhost')
const client = authority.sign('ohmstead')
const stranger = makeAuthority(folder, 'theirs').sign('ohmstead')
let cluster: PostgresCluster | undefined

afterAll(() => {
  cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('PostgreSQL with TLS', () => {
  it('verifies its certificate and presents ours, as DATABASE_URL says', async () => {
    cluster = await startPostgresCluster({}, server)
    const open = async (query: Record<string, string>, host = 'localhost') => {
      const url = new URL(cluster!.url.replace('127.0.0.1', host))
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return openDb({ databaseUrl: url.toString(), dataDir: null })
    }
    const ours = { sslmode: 'verify-full', sslrootcert: client.ca, sslcert: client.cert, sslkey: client.key }
    const db = await open(ours)
    onTestFinished(() => db.close())
    expect(
      await db.row(sql`select ssl, client_dn as dn from pg_stat_ssl where pid = pg_backend_pid()`),
    ).toEqual({ ssl: true, dn: '/CN=ohmstead' })
    const refused: Record<string, string>[] = [
      {},
      { sslmode: 'verify-full', sslrootcert: client.ca },
      { ...ours, sslrootcert: stranger.ca },
      { ...ours, sslcert: stranger.cert, sslkey: stranger.key },
      { ...ours, sslrootcert: join(folder, 'none') },
    ]
    for (const wrong of refused) await expect(open(wrong)).rejects.toThrow(DbError)

    // The first host answers nothing; the certificate of each is verified.
    const { host } = new URL(cluster.url.replace('127.0.0.1', 'localhost'))
    const openAny = (query: Record<string, string>) => {
      const text = new URLSearchParams({ ...query, target_session_attrs: 'read-write' })
      return openDb({
        databaseUrl: `postgres://ohmstead@localhost:1,${host}/postgres?${text}`,
        dataDir: null,
      })
    }
    const other = await openAny(ours)
    onTestFinished(() => other.close())
    const heard = Promise.withResolvers<string>()
    await other.listen('test', heard.resolve)
    await other.transaction((tx) => tx.run(sql`select pg_notify('test', 'hello')`))
    expect(await heard.promise).toBe('hello')
    await expect(openAny({ ...ours, sslrootcert: stranger.ca })).rejects.toThrow(
      /no host takes writes: localhost:1: .*ECONNREFUSED.*; localhost:\d+: .*certificate/,
    )
  })
})

describe('a broker with TLS', () => {
  it('verifies its certificate and presents ours', async () => {
    const mosquitto = await startMosquitto(server)
    const db = await openEmbeddedTestDb()
    onTestFinished(async () => {
      await mosquitto.stop()
      await db.close()
    })
    const warnings: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) })
    const connect = (tls: { ca: string; cert: string; key: string } | null) => {
      const read = (path: string) => readFileSync(path, 'utf8')
      return connectExternalBroker({
        urls: [`mqtts://localhost:${mosquitto.port}`],
        username: mosquitto.username,
        password: mosquitto.password,
        rabbitApi: null,
        tls: tls && { ca: read(tls.ca), cert: read(tls.cert), key: read(tls.key) },
        db,
        endpoint: {
          findSerials: async () => [],
          findAccounts: async () => [],
          handleReady: () => {},
        } as never,
        clock: { now: () => Date.now() },
        log,
      })
    }
    const link = await connect(client)
    // The server does not wait for its broker, and reports `unavailable` meanwhile.
    const password = { plain: 'a password', hashes: hashForBrokers('a password') }
    const setPassword = () => link.setPassword('0000-0000-0000-0000', password).then(() => 'set', String)
    await expect.poll(setPassword).toBe('set')
    await link.close()
    expect(warnings).toEqual([])
    for (const wrong of [
      null,
      { ...client, ca: stranger.ca },
      { ...client, cert: stranger.cert, key: stranger.key },
    ]) {
      warnings.length = 0
      const refused = await connect(wrong)
      await expect.poll(() => warnings.length).toBeGreaterThan(0)
      await refused.close()
    }
  })
})
