import { describe, expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../apps/server/src/testing/test-db.ts'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'
import { startOtlpReceiver } from './kit/otlp-receiver.ts'

// Spans go to a real receiver of OTLP; nothing else depends on it.

/** On PostgreSQL, if the run has one: without the embedded database a start takes half the time. */
async function start(env: Record<string, string>): Promise<CloudProcess> {
  const server = process.env.TEST_DATABASE_URL
  const database = server && env.DEMO !== '1' ? await createPostgresDatabase(server) : null
  if (database) onTestFinished(database.drop)
  const cloud = await startCloudProcess({ ...env, ...(database && { DATABASE_URL: database.databaseUrl }) })
  onTestFinished(cloud.stop)
  await cloud.ready
  return cloud
}

describe('with a collector', () => {
  test('requests, statements, batches of readings, jobs and questions to others are spans, without values', async () => {
    const receiver = await startOtlpReceiver()
    onTestFinished(receiver.stop)
    await start({ DEMO: '1', DEMO_HISTORY_DAYS: '0', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
    const names = () => new Set(receiver.spans.map(({ name }) => name))
    for (const name of ['ingest batch', 'ask spot-market', 'GET /api/health', 'job spot_backfill'])
      await expect.poll(names, { timeout: 120_000 }).toContain(name)
    const batch = receiver.spans.find(({ name }) => name === 'ingest batch')!
    expect(batch.parentId).toBe('')
    expect(batch.attributes['ohmstead.messages']).toBeGreaterThan(0)
    const ofBatch = () => receiver.spans.filter(({ traceId }) => traceId === batch.traceId)
    await expect.poll(() => ofBatch().map(({ name }) => name)).toContain('begin')
    const statement = receiver.spans.find(({ name }) => name.startsWith('insert '))!
    expect(statement.attributes['db.operation.name']).toBe('insert')
    expect(JSON.stringify(receiver.spans)).not.toMatch(/\$1|values \(|demo\.test/)
  })

  test('a proxy’s trace goes on here, and the log lines of the request carry it', async () => {
    const receiver = await startOtlpReceiver()
    onTestFinished(receiver.stop)
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const parentId = '00f067aa0ba902b7'
    const cloud = await start({
      ...{ TRUST_PROXY: '1', LOG_LEVEL: 'info', ACCESS_LOG: 'on' },
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    })
    const ask = (flags: string) =>
      fetch(`${cloud.url}/api/auth/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          traceparent: `00-${flags === '01' ? traceId : 'f'.repeat(32)}-${parentId}-${flags}`,
        },
        body: JSON.stringify({ data: { email: 'nobody@test.si', password: 'hush-hush' } }),
      })
    expect((await ask('01')).status).toBe(401)
    // Not sampled by whoever began it, so not here either.
    expect((await ask('00')).status).toBe(401)
    const ofTrace = () => receiver.spans.filter((span) => span.traceId === traceId)
    await expect.poll(() => ofTrace().map(({ name }) => name)).toContain('POST /api/auth/login')
    const request = ofTrace().find(({ name }) => name === 'POST /api/auth/login')!
    expect(request.parentId).toBe(parentId)
    expect(request.attributes).toMatchObject({
      'http.route': '/api/auth/login',
      'http.response.status_code': 401,
    })
    // After its body was read, too.
    const children = () => ofTrace().filter((span) => span.parentId === request.spanId)
    await expect.poll(() => children().map(({ name }) => name)).toContain('select app_user')
    const lines = () =>
      cloud
        .output()
        .split('\n')
        .filter((line) => line.includes('"event":"request"') && line.includes('/api/auth/login'))
        .map((line) => JSON.parse(line) as { trace_id: string })
    await expect.poll(() => lines().map((line) => line.trace_id)).toContain(traceId)
    expect(receiver.spans.some((span) => span.traceId === 'f'.repeat(32))).toBe(false)
    expect(JSON.stringify(receiver.spans)).not.toMatch(/nobody@test|hush-hush/)
  })
})

test('a stranger does not choose the trace where there is no proxy', async () => {
  const receiver = await startOtlpReceiver()
  onTestFinished(receiver.stop)
  const cloud = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  await fetch(`${cloud.url}/api/site/info`, { headers })
  await expect.poll(() => receiver.spans.map(({ name }) => name)).toContain('GET /api/site/info')
  expect(receiver.spans.filter((span) => span.traceId === traceId)).toEqual([])
})

test.each(['answers 503', 'hangs'] as const)(
  'a collector that %s is reported once and harms nothing, also at the end',
  async (behaviour) => {
    const receiver = await startOtlpReceiver(behaviour)
    onTestFinished(receiver.stop)
    const cloud = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
    })
    const reports = () => cloud.output().split('the collector of traces does not take them').length - 1
    await expect
      .poll(async () => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => fetch(`${cloud.url}/api/site/info`)),
        )
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
        return receiver.batches() > 1 && reports()
      })
      .toBe(1)
    cloud.signal('SIGTERM')
    expect(await cloud.ended).toBe(0)
    expect(reports()).toBe(1)
  },
)
