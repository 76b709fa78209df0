import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copyEmbeddedDatabase } from '../apps/server/src/testing/embedded-snapshot.ts'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'

const thisFile = fileURLToPath(import.meta.url)
const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-process-'))
const started: CloudProcess[] = []

async function start(env: Record<string, string> = {}): Promise<CloudProcess> {
  const server = await startCloudProcess(env, { dataDir })
  started.push(server)
  return server
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

const linesOf = (server: CloudProcess) => server.output().trim().split('\n')

beforeAll(() => copyEmbeddedDatabase(dataDir))
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a server process', () => {
  it('serves web, link and metrics, stops on Ctrl-C within its time limit and frees its ports', async () => {
    const server = await start({ AUDIT_RETENTION_DAY: '3660', LOG_LEVEL: 'info' })
    await server.ready
    expect(server.output()).toMatch(/^AUDIT_RETENTION_DAY is no setting of Ohmstead/)
    const health = await fetch(`${server.url}/api/health`)
    expect(health.status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).status).toBe(200)
    expect(await accepts(server.mqttPort)).toBe(true)
    server.signal('SIGINT')
    expect(await server.ended).toBe(0)
    for (const port of [server.port, server.mqttPort, server.metricsPort])
      expect(await accepts(port)).toBe(false)
    expect(server.output()).toMatch(/"signal":"SIGINT","msg":"stopping"/)
    expect(server.output()).not.toMatch(/error|Error|at .*\.ts:\d+/)
  })

  it('starts again on the data of the first, also after it was killed', async () => {
    const first = await start()
    await first.ready
    first.signal('SIGKILL')
    await first.ended
    const startedAt = performance.now()
    const second = await start()
    await second.ready
    console.log(`ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after its start`)
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200)
  })

  describe('beside another', () => {
    let first: CloudProcess
    beforeAll(async () => {
      first = await startCloudProcess({}, { dataDir })
      await first.ready
    })
    afterAll(() => first.stop())

    it('refuses the data directory of that one in one line', async () => {
      const second = await start()
      expect(await second.ended).toBe(1)
      expect(linesOf(second)).toEqual([expect.stringContaining(dataDir)])
      expect(second.output()).toContain('in use by another Ohmstead process')
      expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
    })

    it('names a taken port in one line', async () => {
      const other = mkdtempSync(join(tmpdir(), 'ohmstead-process-'))
      await copyEmbeddedDatabase(other)
      const second = await startCloudProcess({ PORT: String(first.port) }, { dataDir: other })
      started.push(second)
      expect(await second.ended).toBe(1)
      expect(linesOf(second)).toEqual([expect.stringContaining(String(first.port))])
      rmSync(other, { recursive: true, force: true })
    })
  })

  it.each([
    ['PORT', '99999'],
    ['PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['PUBLIC_URL', 'not an address'],
    ['DEMO_HISTORY_DAYS', '4000'],
    ['MQTT_URL', 'http://localhost'],
    ['LOG_LEVEL', 'loud'],
  ])('stops at the wrong setting %s=%s with one line that names it', async (name, value) => {
    const server = await start({ [name]: value })
    expect(await server.ended).toBe(1)
    expect(linesOf(server)).toEqual([expect.stringMatching(new RegExp(`^Wrong setting\\. ${name}: `))])
  })

  it.each([
    ['DATA_DIR', 'below a file', join(thisFile, 'x')],
    ['DATA_DIR', 'that is a file', thisFile],
    ['DATA_DIR', 'where no folder can be made', '/proc/ohmstead/x'],
    ['DATA_DIR', 'where nothing can be written', '/proc'],
    ['HOST', 'of another machine', '192.0.2.1'],
    ['HOST', 'that nobody knows', '999.1.1.1'],
  ])('stops at a %s %s with one line that names it', async (name, _kind, value) => {
    const server = await start({ [name]: value })
    expect(await server.ended).toBe(1)
    expect(linesOf(server)).toEqual([expect.stringMatching(new RegExp(`^Wrong setting\\. ${name}.*: .`))])
  })

  it('reports in one line that the database does not answer, without its password', async () => {
    const server = await start({ DATABASE_URL: 'postgres://ana:very-secret@127.0.0.1:1/ohmstead' })
    expect(await server.ended).toBe(1)
    expect(linesOf(server)).toHaveLength(1)
    expect(server.output()).toContain('database')
    expect(server.output()).not.toContain('very-secret')
  })

  it('requires a key with PostgreSQL, and says how to create one', async () => {
    const server = await start({ DATABASE_URL: 'postgres://ana@127.0.0.1:1/ohmstead', SECRET_KEY: '' })
    expect(await server.ended).toBe(1)
    expect(linesOf(server)).toEqual([
      expect.stringMatching(/^Wrong setting\. SECRET_KEY: needed with DATABASE_URL/),
    ])
  })

  it('refuses another key than the one of its database, and none at all', async () => {
    const place = mkdtempSync(join(tmpdir(), 'ohmstead-process-'))
    await copyEmbeddedDatabase(place)
    const startThere = async (env: Record<string, string> = {}) => {
      const server = await startCloudProcess(env, { dataDir: place })
      started.push(server)
      return server
    }
    const first = await startThere()
    await first.ready
    first.signal('SIGTERM')
    await first.ended
    const other = await startThere({ SECRET_KEY: Buffer.alloc(32, 3).toString('base64') })
    expect(await other.ended).toBe(1)
    expect(linesOf(other)).toEqual([expect.stringMatching(/^SECRET_KEY is not the key of this database/)])
    rmSync(join(place, 'secret.key'))
    const without = await startThere()
    expect(await without.ended).toBe(1)
    expect(linesOf(without)).toEqual([expect.stringMatching(/^The key of this database is missing/)])
    rmSync(place, { recursive: true, force: true })
  })
})
