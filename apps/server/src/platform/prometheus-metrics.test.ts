import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { countMetricsReads, createMetrics, serveMetrics } from './prometheus-metrics.ts'

const start = async () => {
  const registry = createMetrics()
  const metrics = await serveMetrics(registry, { host: '127.0.0.1', port: 0 })
  return { registry, metrics, url: `http://127.0.0.1:${metrics.port}/metrics` }
}

test('only reading the metrics is answered, and is counted', async () => {
  const { registry, metrics, url } = await start()
  onTestFinished(metrics.close)
  const answer = await fetch(url)
  expect(await answer.text()).toContain('ohmstead_metrics_reads_total 1')
  for (const [address, method] of [
    [url, 'POST'],
    [`${url}/../other`, 'GET'],
    [`${url}?x`, 'GET'],
  ] as const)
    expect((await fetch(address, { method })).status).toBe(404)
  expect(await countMetricsReads(registry)).toBe(1)
})

test('whoever never finishes a request does not keep the server from stopping', async () => {
  const { metrics, url } = await start()
  const stranger = connect(metrics.port, '127.0.0.1')
  stranger.on('error', () => {})
  await once(stranger, 'connect')
  stranger.write('GET /metr')
  // By then the half one has arrived as well.
  await (await fetch(url)).text()
  await metrics.close()
})
