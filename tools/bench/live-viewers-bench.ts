import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import mqtt, { type MqttClient } from 'mqtt'
import { createSession } from '../../apps/server/src/features/auth/session.ts'
import {
  createTestController,
  type TestController,
  topicOf,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { insertCompany, insertLocation } from '../../apps/server/src/testing/test-world.ts'
import { startCloudProcess } from '../../e2e/kit/cloud-process.ts'
import type { Figure } from './figure.ts'
import { readCpuSeconds } from './process-cpu.ts'
import type { ViewersNews, ViewersTask } from './viewers-child.ts'

// Ten thousand people look at a thousand locations, ten at each, through one process. Each location sends a reading every
// two seconds, as it is asked to while somebody looks. The embedded database is not made for so many; it shows what happens then.

const locationCount = 1000
const viewersEach = 10
const everyMs = 2000
const warmUpMs = 10_000
const measuredMs = 30_000

export async function measureViewers(databaseUrl: string | null): Promise<Figure[]> {
  const name = databaseUrl ? 'PostgreSQL' : 'embedded'
  const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-viewers-bench-'))
  const postgres = databaseUrl ? await createPostgresDatabase(databaseUrl) : null
  const db = await openDb({ databaseUrl: postgres?.databaseUrl ?? null, dataDir })
  await migrate(db)
  const { controllers, viewers } = await insertViewers(db)
  await db.close()
  const server = await startCloudProcess(postgres ? { DATABASE_URL: postgres.databaseUrl } : {}, { dataDir })
  const clients: MqttClient[] = []
  let child: ChildProcess | undefined
  try {
    await server.ready
    for (const { serial, password } of controllers)
      clients.push(
        await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
          clientId: serial,
          username: serial,
          password,
        }),
      )
    let sent = 0
    const startedAt = performance.now()
    const publishing = setInterval(() => {
      const due = Math.floor(((performance.now() - startedAt) * locationCount) / everyMs)
      for (; sent < due; sent++) {
        const index = sent % locationCount
        clients[index]!.publish(topicOf(controllers[index]!, 'data'), messageAt(Date.now()), { qos: 1 })
      }
    }, 5)
    const rest = readMemory(server.pid)
    child = fork(fileURLToPath(new URL('viewers-child.ts', import.meta.url)))
    const openedFrom = performance.now()
    await ask(child, { port: server.port, viewers } satisfies ViewersTask, 'open')
    const openedMs = performance.now() - openedFrom
    await sleep(warmUpMs)
    child.send('start')
    const [cpu, from, sentBefore] = [readCpuSeconds(server.pid), performance.now(), sent]
    await sleep(measuredMs)
    const share = (readCpuSeconds(server.pid) - cpu) / ((performance.now() - from) / 1000)
    const memory = readMemory(server.pid)
    const expected = (sent - sentBefore) * viewersEach
    const { count, delays } = await ask(child, 'stop', 'events')
    clearInterval(publishing)
    const sorted = Float64Array.from(delays).sort()
    const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
    const figure = `10,000 viewers of 1,000 locations on one process, ${name}`
    return [
      {
        figure: `${figure}: publish → event, p99`,
        value: at(0.99),
        unit: 'ms',
        limit: databaseUrl ? '≤ 1000' : 'reported',
        peer: `p50 ${at(0.5)} ms; ${count} events of ${expected}; a reading of each location every 2 s`,
        holds: !databaseUrl || (at(0.99) <= 1000 && count >= 0.95 * expected),
      },
      {
        figure: `${figure}: memory for each viewer`,
        value: ((memory - rest) * 1024) / viewers.length,
        unit: 'kB',
        limit: databaseUrl ? '≤ 50' : 'reported',
        peer: `${Math.round(memory)} MB with them, ${Math.round(rest)} MB before; opened in ${(openedMs / 1000).toFixed(1)} s`,
        holds: !databaseUrl || ((memory - rest) * 1024) / viewers.length <= 50,
      },
      {
        figure: `${figure}: share of a core`,
        value: 100 * share,
        unit: '%',
        limit: databaseUrl ? '≤ 90' : 'reported',
        peer: `${Math.round(count / (measuredMs / 1000))} events/s, ingest and broker included`,
        holds: !databaseUrl || share <= 0.9,
      },
    ]
  } finally {
    child?.kill()
    for (const client of clients) client.end(true)
    await server.stop()
    await postgres?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function insertViewers(
  db: Db,
): Promise<{ controllers: TestController[]; viewers: ViewersTask['viewers'] }> {
  const { companyId, rootGroupId } = await insertCompany(db, 'Bench')
  const controllers: TestController[] = []
  const viewers: ViewersTask['viewers'] = []
  await db.transaction(async (tx) => {
    for (let index = 0; index < locationCount; index++) {
      const name = `Home ${index}`
      const locationId = await insertLocation(tx, { companyId, locationGroupId: rootGroupId, name })
      controllers.push(await createTestController(tx, locationId))
      const people = await tx.rows<{ id: number }>(sql`
        insert into app_user (email, email_verified_at)
        select concat('home', ${index}::int, '-', n, '@ohmstead.test'), now() from generate_series(1, ${viewersEach}::int) n returning id`)
      const ids = people.map(({ id }) => id)
      await tx.run(
        sql`insert into user_role (user_id, role) select id, 'ROLE_USER_BASIC' from unnest(${ids}::int[]) id`,
      )
      await tx.run(sql`
        insert into location_permission (user_id, location_id, can_view, can_edit, can_control, can_manage_users)
        select id, ${locationId}, true, false, false, false from unnest(${ids}::int[]) id`)
      for (const userId of ids) {
        const session = {
          userId,
          staySignedIn: false,
          userAgent: null,
          address: '127.0.0.1',
          now: Date.now(),
        }
        viewers.push({ token: await createSession(tx, session), locationId })
      }
    }
  })
  return { controllers, viewers }
}

/** Sends it to the child, and waits for this news. */
function ask<Kind extends ViewersNews['t']>(
  child: ChildProcess,
  message: ViewersTask | 'stop',
  kind: Kind,
): Promise<ViewersNews & { t: Kind }> {
  return new Promise((resolve, reject) => {
    child.on('message', (news: ViewersNews) => {
      if (news.t === 'failed') reject(new Error(news.reason))
      else if (news.t === kind) resolve(news as ViewersNews & { t: Kind })
    })
    child.once('exit', () => reject(new Error('the viewers ended')))
    child.send(message)
  })
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** In MB. */
const readMemory = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const messageAt = (ts: number) =>
  JSON.stringify({
    v: 1,
    samples: [
      {
        ts,
        values: {
          'grid/power': 1500 + (ts % 100),
          'grid/energy_import': Math.floor(ts / 2400),
          'pv/power': 800,
          'pv/energy_production': Math.floor(ts / 4500),
          'bat/power': -300,
          'bat/soc': 57,
          'ev/power': 0,
        },
      },
    ],
  })
