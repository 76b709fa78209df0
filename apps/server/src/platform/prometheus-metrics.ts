import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

const reads = 'ohmstead_metrics_reads_total'

export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'ohmstead_' })
  new Counter({ name: reads, help: 'How often these metrics were read', registers: [registry] })
  return registry
}

/** Metrics reveal much about a house or a company, so they have a separate port, by default on loopback. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    readCounter(registry).inc()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Half a request would otherwise keep the server from stopping for ever.
        server.closeAllConnections()
      }),
  }
}

/** How often the metrics of this process were read: 0 means that nobody monitors it. */
export async function countMetricsReads(registry: Registry): Promise<number> {
  const { values } = await readCounter(registry).get()
  return values[0]?.value ?? 0
}

const readCounter = (registry: Registry) => registry.getSingleMetric(reads) as Counter
