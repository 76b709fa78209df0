import { createSession } from '../../apps/server/src/features/auth/session.ts'
import { countPeople } from '../../apps/server/src/features/people/people-queries.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { seedFleet } from '../fleet/seed-fleet.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median, p95 } from './figure.ts'
import { readCpuSeconds } from './process-cpu.ts'

// A company of 5,000 homes and 20,000 people with a million entries in its audit log: how long a server takes to start on
// it, and to answer those who run it. Beside each time on the clock stands the time of the processors (of the server + of the
// database), which other work on the machine lengthens less.

const dayMs = 86_400_000
const now = Math.floor(Date.now() / 300_000) * 300_000
const size = { homes: 5000, people: 20_000, days: 2, hourDays: 1, sampleDays: 0, fullHomes: 0 }
const auditSize = { auditEntries: 1_000_000, auditDays: 365 }
const repeats = 25
/** Of this company, before it was sent without what follows from the rest. */
const longMenuBytes = 1_380_000

export async function measureFleet(url: string | null): Promise<Figure[]> {
  if (!url) return []
  const bench = await openBenchDatabase(url, now)
  try {
    await seedFleet(
      bench.db,
      { ...size, ...auditSize },
      { now, password: 'many homes', report: (line) => console.log(`  ${line}`) },
    )
    const { figure, server, api } = await measureStart(bench.url!)
    try {
      return [figure, ...(await measureAnswers(bench, server, api))]
    } finally {
      await server.stop()
    }
  } finally {
    await bench.close()
  }
}

/** From the start of the process until it takes requests. The last of them stays. */
async function measureStart(url: string): Promise<{ figure: Figure; server: ServerProcess; api: string }> {
  const times: number[] = []
  for (let left = 3; ; left--) {
    const port = await findFreePort()
    const api = `http://127.0.0.1:${port}/api`
    const begin = performance.now()
    const [server] = await Promise.all([
      startServerProcess({ DATABASE_URL: url, PORT: String(port), MQTT_PORT: '0' }),
      untilReady(`${api}/ready`),
    ])
    times.push((performance.now() - begin) / 1000)
    if (left > 1) {
      await server.stop()
      continue
    }
    const value = median(times)
    const peer = `longest of ${times.length}: ${Math.max(...times).toFixed(1)} s; of the last ${readCpuSeconds(server.pid).toFixed(1)} s of processor time`
    const holds = value <= 10
    return {
      figure: {
        figure:
          'start of the server with 20,000 people and a million audit entries, until it is ready, postgres',
        value,
        unit: 's',
        limit: '≤ 10',
        peer,
        holds,
      },
      server,
      api,
    }
  }
}

async function untilReady(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const month = { from: now - 120 * dayMs, to: now - 90 * dayMs }

/** What is asked, and its limit in ms. */
const questions: readonly [name: string, path: string, limitMs: number][] = [
  ['people, page 1', '/users', 150],
  ['people, page 200', '/users?page=200', 150],
  ['people, page 400', '/users?page=400', 150],
  ['people found by two words', '/users?search=ana+novak', 150],
  ['people found by a word that few have', '/users?search=person1234', 150],
  ['people of a role', '/users?role=ROLE_USER_BASIC', 150],
  ['audit log, newest', '/audit-log', 200],
  ['audit log by words that match nothing', '/audit-log?search=nobody+nowhere', 200],
  ['audit log by words that match few', '/audit-log?search=person1234', 200],
  ['audit log by words that match many', '/audit-log?search=ana', 200],
  ['audit log by words that match all homes', '/audit-log?search=home', 200],
  ['audit log by two words, of which one matches few', '/audit-log?search=home+77', 200],
  ['audit log by two words that match many', '/audit-log?search=ana+home', 200],
  ['audit log by a person', '/audit-log?userId=1234', 200],
  ['audit log of a month', `/audit-log?from=${month.from}&to=${month.to}`, 200],
  ['audit log of a month by words', `/audit-log?from=${month.from}&to=${month.to}&search=ana`, 200],
  ['audit log by an action', '/audit-log?action=sign_out', 200],
  ['audit log by an action of a month', `/audit-log?action=sign_out&from=${month.from}&to=${month.to}`, 200],
]

/** Each question is asked by both who run a company; the slower one counts. */
async function measureAnswers(bench: BenchDatabase, server: ServerProcess, api: string): Promise<Figure[]> {
  const cookies = [
    await signIn(bench, 'aggregator1@fleet.test'),
    await signIn(bench, 'admin@fleet.test'),
  ] as const
  const ask = async (path: string, cookie: string) => {
    const answer = await fetch(api + path, { headers: { cookie } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${text}`)
    return text
  }
  const figures: Figure[] = []
  const compare = async (
    name: string,
    limit: number,
    works: readonly (() => Promise<unknown>)[],
    pid: number,
  ) => {
    const [aggregator, admin] = [await measure(bench, pid, works[0]!), await measure(bench, pid, works[1]!)]
    const value = Math.max(aggregator.p95Ms, admin.p95Ms)
    figures.push({
      figure: `${name}, 5,000 homes, 20,000 people, p95, postgres`,
      value,
      unit: 'ms',
      limit: `≤ ${limit}`,
      peer: `aggregator: ${aggregator.costs}; super admin: ${admin.costs}`,
      holds: value <= limit,
    })
  }
  for (const [name, path, limit] of questions)
    await compare(
      name,
      limit,
      cookies.map((cookie) => () => ask(path, cookie)),
      server.pid,
    )
  const filter = { search: '', page: 1 }
  const counts = [[1], null].map((scope) => () => countPeople(bench.db, scope, filter))
  await compare('people counted', 150, counts, process.pid)
  const menus = [() => ask('/menu', cookies[0]), () => ask('/menu/1', cookies[1])] as const
  await compare('menu', 150, menus, server.pid)
  const bytes = Buffer.byteLength(await menus[0]())
  figures.push({
    figure: 'menu of 5,000 homes, size',
    value: bytes / 1000,
    unit: 'kB',
    limit: `≤ ${longMenuBytes / 2000}`,
    peer: `with all that follows from the rest ${longMenuBytes / 1000} kB; as text, before compression`,
    holds: bytes <= longMenuBytes / 2,
  })
  return figures
}

async function signIn({ db }: BenchDatabase, email: string): Promise<string> {
  const { id: userId } = (await db.row<{ id: number }>(sql`select id from app_user where email = ${email}`))!
  const session = { userId, staySignedIn: true, userAgent: null, address: '127.0.0.1', now: Date.now() }
  return `ohmstead=${await createSession(db, session)}`
}

/** How long it takes on the clock, and what it costs the server's process and the database. */
async function measure({ db }: BenchDatabase, pid: number, ask: () => Promise<unknown>) {
  for (let warmUp = 0; warmUp < 3; warmUp++) await ask()
  const before = { server: readCpuSeconds(pid), database: await readBackends(db) }
  const times: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    const begin = performance.now()
    await ask()
    times.push(performance.now() - begin)
  }
  const server = readCpuSeconds(pid) - before.server
  let database = 0
  for (const [backend, seconds] of await readBackends(db))
    database += seconds - (before.database.get(backend) ?? 0)
  const cpuMs = (seconds: number) => Math.round((seconds * 1000) / repeats)
  return {
    p95Ms: p95(times),
    costs: `median ${median(times).toFixed(0)} ms, of the processors ${cpuMs(server)} + ${cpuMs(database)} ms`,
  }
}

/** Processor time so far of each connection's process. */
async function readBackends(db: BenchDatabase['db']): Promise<Map<number, number>> {
  const rows = await db.rows<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database()`,
  )
  return new Map(rows.map(({ pid }) => [pid, readCpuSeconds(pid)]))
}
