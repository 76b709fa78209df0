import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../test-run/free-port.ts'
import { ensureSystemPackages, findProgram } from '../test-run/system-packages.ts'
import type { HomeSample } from './synthetic-home.ts'

/** Debian's InfluxDB with the same readings: one series per home, a field per metric. */
export interface InfluxPeer {
  write(home: number, samples: Iterable<HomeSample>): Promise<void>
  /** Milliseconds of a query, its answer read. */
  ask(query: string): Promise<number>
  /** What its files take once it has compacted them. */
  measureBytes(): Promise<number>
  close(): Promise<void>
}

const pointsAtOnce = 5000

export async function startInflux(): Promise<InfluxPeer> {
  if (!ensureSystemPackages({ forStorage: true })) throw new Error('the storage bench needs InfluxDB')
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-influx-'))
  const [port, rpcPort] = [await findFreePort(), await findFreePort()]
  const config = join(folder, 'influxdb.conf')
  // What is written is compacted within seconds instead of hours.
  writeFileSync(
    config,
    `reporting-disabled = true
bind-address = "127.0.0.1:${rpcPort}"
[meta]
dir = "${folder}/meta"
[data]
dir = "${folder}/data"
wal-dir = "${folder}/wal"
query-log-enabled = false
cache-snapshot-write-cold-duration = "1s"
compact-full-write-cold-duration = "2s"
[monitor]
store-enabled = false
[http]
bind-address = "127.0.0.1:${port}"
log-enabled = false
`,
  )
  const server = spawn(findProgram('influxd')!, ['-config', config], { stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(`${address}/ping`).then(
      () => true,
      () => false,
    )
    if (isUp) break
    if (tries === 300) throw new Error('InfluxDB does not start')
    await pause(100)
  }
  const post = async (path: string, body: string) => {
    const answer = await fetch(`${address}/${path}`, { method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const query = (text: string) => `query?db=bench&epoch=ms&q=${encodeURIComponent(text)}`
  await post(query('create database bench with duration inf shard duration 30d'), '')
  // Of the files beside these most is reserved and empty.
  const sizeOf = () =>
    readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsm|tsm\.tmp)$/.test(entry.name))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  return {
    write: async (home, samples) => {
      let lines: string[] = []
      for (const { ts, values } of samples) {
        const fields = Object.entries(values).map(
          ([key, value]) =>
            `${key.replace('/', '_')}=${typeof value === 'number' ? value : JSON.stringify(value)}`,
        )
        lines.push(`home,id=${home} ${fields.join(',')} ${ts}`)
        if (lines.length < pointsAtOnce) continue
        await post('write?db=bench&precision=ms', lines.join('\n'))
        lines = []
      }
      if (lines.length > 0) await post('write?db=bench&precision=ms', lines.join('\n'))
    },
    ask: async (text) => {
      const begin = performance.now()
      const answer = await fetch(`${address}/${query(text)}`)
      const { results } = (await answer.json()) as { results: { series?: unknown[]; error?: string }[] }
      if (!results[0]?.series) throw new Error(`no answer to ${text}: ${results[0]?.error}`)
      return performance.now() - begin
    },
    measureBytes: async () => {
      // Compacted once its size has stayed the same for a while; a file is open until then.
      let size = -1
      for (let same = 0; same < 8; ) {
        await pause(1000)
        const now = sizeOf()
        same = now === size && now > 0 ? same + 1 : 0
        size = now
      }
      return size
    },
    close: async () => {
      server.kill()
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
