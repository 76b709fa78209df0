import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import {
  insertMeteringPoint,
  insertQuarterHours,
  livingPower,
} from '../../apps/server/src/testing/insert-metering-point.ts'
import { createTestClient, type TestClient } from '../../apps/server/src/testing/test-client.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { insertUser } from '../../apps/server/src/testing/test-world.ts'
import { startCloudProcess } from '../../e2e/kit/cloud-process.ts'
import { type Figure, median, p95 } from './figure.ts'

// How long one person waits while another requests more than any machine can handle: documents whose callers leave, and
// the longest accepted file of readings. The supervisor must not consider the server dead meanwhile.

const floodedDocuments = 40
const questions = 20
const fileRows = 540_000

export async function measureFairShare(databaseUrl: string | null): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-fair-share-'))
  const postgres = databaseUrl ? await createPostgresDatabase(databaseUrl) : null
  const name = databaseUrl ? 'postgres' : 'embedded'
  const db = await openDb({ databaseUrl: postgres?.databaseUrl ?? null, dataDir })
  await migrate(db)
  const points: number[] = []
  for (const [at, person] of ['flooder', 'other'].entries()) {
    const userId = await insertUser(db, `${person}@bench.test`, 'ROLE_USER_BASIC')
    const id = await insertMeteringPoint(db, userId, `4-000000${at}`)
    await insertQuarterHours(db, id, ['2024-06-01', '2026-06-01'], livingPower)
    points.push(id)
  }
  await db.close()
  const server = await startCloudProcess(postgres ? { DATABASE_URL: postgres.databaseUrl } : {}, { dataDir })
  try {
    await server.ready
    const [flooder, other] = [createTestClient(server.url), createTestClient(server.url)]
    await flooder.signIn('flooder@bench.test')
    await other.signIn('other@bench.test')
    const ask = createAsker(other, points[1]!)
    // Threads have started and compiled their code.
    for (let warm = 0; warm < 10; warm++) await ask()
    const alone = await repeat(ask)
    const endHealth = watchHealth(server.url)
    const leave = new AbortController()
    const flood = Promise.allSettled(
      Array.from({ length: floodedDocuments }, (_, at) =>
        askForDocument(server.url, flooder, points[0]!, 1 + at / 100, leave.signal),
      ),
    )
    setTimeout(() => leave.abort(), 1500)
    const flooded = await repeat(ask)
    leave.abort()
    await flood
    const upload = sendFile(server.url, flooder)
    const besideFile = await repeat(ask)
    const seconds = await upload
    const health = await endHealth()
    return [
      figureOf(
        `calculation of a month while another person asks for ${floodedDocuments} documents of two years and leaves, longest, ${name}`,
        flooded,
        300,
        alone,
      ),
      figureOf(
        `the same while another person sends a file of ${Math.round(fileRows / 1000)} thousand rows, longest, ${name}`,
        besideFile,
        300,
        alone,
        `; the file took ${seconds.toFixed(1)} s`,
      ),
      {
        figure: `/api/health during both, p95, ${name}`,
        value: p95(health),
        unit: 'ms',
        limit: '≤ 100',
        peer: `median ${median(health).toFixed(0)} ms, longest of ${health.length} ${Math.max(...health).toFixed(0)} ms`,
        holds: p95(health) <= 100,
      },
    ]
  } finally {
    await server.stop()
    await postgres?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** One month's calculation; each with another price, so that none is answered from memory. */
function createAsker(client: TestClient, deviceId: number): () => Promise<number> {
  let asked = 0
  return async () => {
    const body = { vt: 0.1 + ++asked / 1000, mt: 0.09, et: null, from: '2026-04-01', to: '2026-04-30' }
    const start = performance.now()
    const { error } = await client.call('POST /pricing/abstract-devices/:deviceId/calculations', {
      params: { deviceId },
      body: body as never,
    })
    if (error) throw new Error(error.code)
    return performance.now() - start
  }
}

/** Polls the health endpoint; the returned function stops it, and resolves to the duration of each answer. */
function watchHealth(url: string): () => Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const start = performance.now()
      await (await fetch(`${url}/api/health`)).text()
      times.push(performance.now() - start)
      await pause(20)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return times
  }
}

async function repeat(ask: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let question = 0; question < questions; question++) times.push(await ask())
  return times
}

function askForDocument(
  url: string,
  { cookie }: TestClient,
  deviceId: number,
  vt: number,
  signal: AbortSignal,
) {
  return fetch(`${url}/api/pricing/abstract-devices/${deviceId}/calculations/pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ data: { vt, mt: 0.1, et: null, from: '2024-06-01', to: '2026-05-31' } }),
    signal,
  })
}

/** Uploads a file of nearly the maximum length; resolves to the seconds until its answer. */
async function sendFile(url: string, { cookie }: TestClient): Promise<number> {
  const first = Date.UTC(2010, 5, 1)
  const rows = Array.from({ length: fileRows }, (_, at) => {
    const stamp = new Date(first + at * 900_000).toISOString().slice(0, 19).replace('T', ' ')
    return `4-7000001;383111570700000001;${stamp};0,25;`
  })
  const head = 'Merilno mesto;GSRN MM;Časovna značka;Energija A+;Status odčitka A+'
  const start = performance.now()
  const answer = await fetch(`${url}/api/abstract-devices/csv`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie },
    body: [head, ...rows].join('\n'),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (performance.now() - start) / 1000
}

function figureOf(figure: string, times: number[], limit: number, alone: number[], more = ''): Figure {
  const value = Math.max(...times)
  return {
    figure,
    value,
    unit: 'ms',
    limit: `≤ ${limit}`,
    peer: `median ${median(times).toFixed(0)} ms; with nobody else median ${median(alone).toFixed(0)}, longest ${Math.max(...alone).toFixed(0)} ms${more}`,
    holds: value <= limit,
  }
}
