import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { copyEmbeddedDatabase } from '../../apps/server/src/testing/embedded-snapshot.ts'
import { endWithParent } from '../../apps/server/src/testing/server-process.ts'
import { testKey } from '../../apps/server/src/testing/test-settings.ts'
import { findFreePort } from '../../tools/test-run/free-port.ts'

// The server as operators run it: a separate process, accessed only from outside.

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

export interface CloudProcess {
  url: string
  port: number
  mqttPort: number
  metricsPort: number
  dataDir: string
  pid: number
  /** Its output so far. */
  output(): string
  /** Its exit code once it has ended; null after a signal. */
  ended: Promise<number | null>
  /** Resolves once its web side answers and it reports ready; rejects if it exits before. */
  ready: Promise<void>
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void
  /** Stops it, and removes its data unless they were given. */
  stop(): Promise<void>
}

/**
 * Starts a server on free ports with the given settings; the environment of the test is not passed on. Without a data
 * directory it gets one with a migrated database.
 */
export async function startCloudProcess(
  env: Record<string, string> = {},
  options: { dataDir?: string } = {},
): Promise<CloudProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'ohmstead-data-'))
  if (!options.dataDir && !env.DATABASE_URL) await copyEmbeddedDatabase(dataDir)
  const port = Number(env.PORT ?? (await findFreePort()))
  const mqttPort = Number(env.MQTT_PORT ?? (await findFreePort()))
  const metricsPort = Number(env.METRICS_PORT ?? (await findFreePort()))
  const child = spawn(process.execPath, ['--import', endWithParent, main], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Node's compile cache of the sources.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      METRICS_PORT: String(metricsPort),
      ...(env.DATABASE_URL && { SECRET_KEY: testKey }),
      // The demo has a market of its own; other clouds of tests ask no server outside.
      ...(env.DEMO !== '1' && { ENERGY_CHARTS_URL: 'off' }),
      ...env,
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const ready = waitUntilReady(child, port, () => text)
  // Tests that expect the start to fail use `ended` instead.
  ready.catch(() => {})
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    mqttPort,
    metricsPort,
    dataDir,
    pid: child.pid!,
    output: () => text,
    ended,
    ready,
    signal: (name) => child.kill(name),
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
      await ended
      clearTimeout(timer)
      // After a kill, the demo's controllers need a moment to notice.
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/** Polls its health, since its output is for people. */
async function waitUntilReady(child: ChildProcess, port: number, text: () => string): Promise<void> {
  const end = performance.now() + 180_000
  while (performance.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}:\n${text()}`)
    // It answers before a demo is filled; the output comes last.
    const health = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
    if (health?.ok && text().includes('Ohmstead is ready')) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server was not ready after three minutes:\n${text()}`)
}
