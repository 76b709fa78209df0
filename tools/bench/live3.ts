import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import {
  createTestController,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { openLive } from '../../apps/server/src/testing/read-events.ts'
import { createTestClient } from '../../apps/server/src/testing/test-client.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { insertCompany, insertLocation, insertUser } from '../../apps/server/src/testing/test-world.ts'
import { startCloudProcess } from '../../e2e/kit/cloud-process.ts'
import type { Figure } from './figure.ts'

// From a controller's publish to the event in a browser's connection, while 1,000 controllers publish once a second:
// 5 samples of 8 values each, so 40,000 readings a second. One connection watches 50 of the locations.

const controllerCount = 1000
const watchedCount = 50
const warmUpSeconds = 10
const measuredSeconds = 30

export async function measureLive(databaseUrl: string | null): Promise<Figure[]> {
  const name = databaseUrl ? 'PostgreSQL' : 'embedded'
  const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-live-bench-'))
  const postgres = databaseUrl ? await createPostgresDatabase(databaseUrl) : null
  const db = await openDb({ databaseUrl: postgres?.databaseUrl ?? null, dataDir })
  await migrate(db)
  const controllers = await insertControllers(db)
  await db.close()
  const server = await startCloudProcess(postgres ? { DATABASE_URL: postgres.databaseUrl } : (process.env.SERVER_OPTIONS ? {NODE_OPTIONS: process.env.SERVER_OPTIONS} : {}), { dataDir })
  const clients: MqttClient[] = []
  try {
    await server.ready
    for (const controller of controllers) clients.push(await connect(server.mqttPort, controller))
    const browser = createTestClient(server.url)
    await browser.signIn('bench@ohmstead.test')
    const watched = controllers.slice(0, watchedCount)
    const stream = await openLive(
      server.url,
      browser.cookie,
      watched.map(({ locationId }) => locationId!),
    )
    const startedAt = performance.now()
    const publishedAt = new Map<string, number>()
    const delays: number[] = []
    let acknowledged = 0
    let isOver = false
    const reading = (async () => {
      while (!isOver) {
        const event = await stream.next('latest').catch(() => null)
        if (!event) return
        const key = `${event.location_id} ${event.values['grid/power']?.[0]}`
        const at = publishedAt.get(key)
        if (at !== undefined) { delays.push(performance.now() - at); ((globalThis as any).series ??= []).push([Math.round((performance.now()-startedAt)/1000), Math.round(performance.now() - at)]) }
        publishedAt.delete(key)
      }
    })()

        let sent = 0
    const total = (warmUpSeconds + measuredSeconds) * 300
    while (sent < total) {
      const due = Math.min(total, Math.floor((performance.now() - startedAt) * 0.3))
      for (; sent < due; sent++) {
        const index = sent % controllerCount
        const controller = controllers[index]!
        const ts = Date.now()
        if (index < watchedCount && sent >= warmUpSeconds * 300)
          publishedAt.set(`${controller.locationId} ${ts}`, performance.now())
        clients[index]!.publish(`ems/v1/${controller.serial}/data`, messageAt(ts), { qos: 1 }, (error) => {
          if (!error) { acknowledged++; const k=Math.floor((performance.now()-startedAt)/1000); const A=((globalThis as any).acks??={}); A[k]=(A[k]??0)+1 }
        })
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const end = performance.now() + 10_000
    while ((acknowledged < total || publishedAt.size > 0) && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 50))
    isOver = true
    stream.close()
    await reading
    {const m=new Map<number,number[]>();for(const [t,d] of (globalThis as any).series) m.set(t,[...(m.get(t)??[]),d]);console.log([...m].map(([t,d])=>t+':'+Math.min(...d)+'-'+Math.max(...d)).join(' '))}
    console.log('acks per second', Object.values((globalThis as any).acks).join(' '))
    const sorted = delays.sort((a, b) => a - b)
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
    const p50 = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
    const lost = publishedAt.size
    return [
      {
        figure: `publish → event in a browser, p99 at 1,000 messages/s, ${name}`,
        value: p99,
        unit: 'ms',
        limit: '≤ 250',
        peer: `p50 ${p50.toFixed(0)} ms; ${delays.length} events, ${lost} merged into a later one; ${acknowledged} of ${total} acknowledged`,
        holds: p99 <= 250,
      },
    ]
  } finally {
    for (const client of clients) client.end(true)
    await server.stop()
    await postgres?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function insertControllers(db: Db): Promise<TestController[]> {
  const { companyId, rootGroupId } = await insertCompany(db, `Bench ${randomBytes(4).toString('hex')}`)
  await insertUser(db, 'bench@ohmstead.test', 'ROLE_SUPER_ADMIN')
  await db.run(sql`update app_user set email_verified_at = now()`)
  const controllers: TestController[] = []
  for (let index = 0; index < controllerCount; index++) {
    const locationId = await insertLocation(db, {
      companyId,
      locationGroupId: rootGroupId,
      name: `Home ${index}`,
    })
    controllers.push(await createTestController(db, locationId))
  }
  return controllers
}

async function connect(port: number, { serial, password }: TestController): Promise<MqttClient> {
  return mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: serial, username: serial, password })
}

function messageAt(ts: number): string {
  const samples = Array.from({ length: 5 }, (_, step) => ({
    ts: ts - (4 - step) * 200,
    values: {
      'grid/power': 1500 + step,
      'grid/energy_import': Math.floor(ts / 2400),
      'grid/energy_export': 1000,
      'pv/power': 800,
      'pv/energy_production': Math.floor(ts / 4500),
      'bat/power': -300,
      'bat/soc': 57,
      'ev/power': 0,
    },
  }))
  return JSON.stringify({ v: 1, samples })
}
