import os from 'node:os'
import { type SearchPlace, writeCursor } from '../../apps/server/src/features/admin-search/search-cursor.ts'
import { createSession } from '../../apps/server/src/features/auth/session.ts'
import { rawSql, sql } from '../../apps/server/src/platform/db/sql.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { type SearchKind, searchKinds } from '../../packages/domain/src/admin-search/search-filters.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median, p95 } from './figure.ts'
import { fillSearch } from './fill-search.ts'
import { listQuestions, pagedQuestions } from './search-questions.ts'

// Admin search over 100,000 locations with a controller and three devices each, of 20 companies, and 100,000 people, through
// HTTP: as a super admin, and as an aggregator whose company has 5,000 of the locations. Each filter alone and with each other,
// pages in the middle of long lists; every answer counts what it found.

const now = Math.floor(Date.now() / 300_000) * 300_000
const limitMs = 150
const rounds = 10

export async function measureAdminSearch(url: string | null): Promise<Figure[]> {
  if (!url) return []
  const bench = await openBenchDatabase(url, now)
  const port = await findFreePort()
  try {
    await fillSearch(bench)
    const server = await startServerProcess({ DATABASE_URL: bench.url!, PORT: String(port), MQTT_PORT: '0' })
    try {
      const figures: Figure[] = []
      for (const kind of searchKinds) figures.push(await measureKind(bench, port, kind))
      return figures
    } finally {
      await server.stop()
    }
  } finally {
    await bench.close()
  }
}

/** Every question of a kind, asked by both; the slower of the two counts. */
async function measureKind(bench: BenchDatabase, port: number, kind: SearchKind): Promise<Figure> {
  const questions = [...listQuestions(kind), ...(await listDeepPages(bench, kind))]
  const peers: string[] = []
  let slower = 0
  for (const [name, email] of [
    ['super admin', 'admin@fleet.test'],
    ['aggregator', 'aggregator@fleet.test'],
  ] as const) {
    const asked = await askAll(await signIn(bench, email), port, kind, questions)
    const times = asked.flatMap((one) => one.times)
    const [worst] = asked.sort((one, other) => median(other.times) - median(one.times))
    slower = Math.max(slower, p95(times))
    peers.push(
      `${name}: p95 ${p95(times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms, the slowest question (${decodeURIComponent(worst!.query).slice(0, 40)}) ${median(worst!.times).toFixed(0)} ms`,
    )
  }
  return {
    figure: `admin search of ${kind} among 100,000 locations and 300,000 devices, ${questions.length} questions, p95, postgres`,
    value: Math.round(slower * 10) / 10,
    unit: 'ms',
    limit: `≤ ${limitMs}`,
    peer: `${peers.join('; ')}; load ${os.loadavg()[0]!.toFixed(0)}`,
    holds: slower <= limitMs,
  }
}

/** In rounds, so that other work on the machine slows down each question a little instead of one of them much. */
async function askAll(cookie: string, port: number, kind: SearchKind, questions: readonly string[]) {
  const times = new Map<string, number[]>(questions.map((query) => [query, []]))
  // The first warms up.
  for (let round = -1; round < rounds; round++) {
    for (const query of questions) {
      const begin = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/api/search/${kind}?${query}`, {
        headers: { cookie },
      })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${kind} ${query} answered ${answer.status} ${text}`)
      if (round >= 0) times.get(query)!.push(performance.now() - begin)
    }
  }
  return [...times].map(([query, found]) => ({ query, times: found }))
}

const middles: Record<SearchKind, string> = {
  users: 'select person_key as key, id from app_user order by 1, 2 offset 50000 limit 1',
  locations: 'select name_key as key, id from location order by 1, 2 offset 50000 limit 1',
  controllers:
    'select unit_key as key, controller_id as id from controller_search order by 1, 2 offset 50000 limit 1',
  devices: 'select name_key as key, device_id as id from device_search order by 1, 2 offset 150000 limit 1',
}

/** Pages in the middle of long lists, forwards and backwards. */
async function listDeepPages({ db }: BenchDatabase, kind: SearchKind): Promise<string[]> {
  const middle = (await db.row<SearchPlace>(rawSql(middles[kind])))!
  return pagedQuestions[kind].flatMap((query) => {
    const cursor = writeCursor(query.includes('newest') ? 'newest' : 'name', middle)
    return [`${query}&after=${cursor}`, `${query}&before=${cursor}`]
  })
}

async function signIn({ db }: BenchDatabase, email: string): Promise<string> {
  const { id } = (await db.row<{ id: number }>(sql`select id from app_user where email = ${email}`))!
  const session = { userId: id, staySignedIn: true, userAgent: null, address: '127.0.0.1', now: Date.now() }
  return `ohmstead=${await createSession(db, session)}`
}
