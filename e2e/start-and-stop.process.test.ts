import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectController, publish } from '../apps/server/src/features/link/link-test-kit.ts'
import { createDevice } from '../apps/server/src/features/updates/update-test-kit.ts'
import { copyEmbeddedDatabase } from '../apps/server/src/testing/embedded-snapshot.ts'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'
import { prepareRollOut } from './kit/prepare-roll-out.ts'

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

let rollOut: Awaited<ReturnType<typeof prepareRollOut>>
beforeAll(async () => {
  await copyEmbeddedDatabase(dataDir)
  rollOut = await prepareRollOut(dataDir)
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Waits until a controller is offered its update; asks for its file then. */
async function askForFile(server: CloudProcess, controller: (typeof rollOut.controllers)[number]) {
  const device = createDevice(server, controller)
  const findOffer = async () => (await device.poll()).links.deploymentBase
  await expect.poll(findOffer, { timeout: 120_000, interval: 500 }).toBeDefined()
  const offer = (await findOffer())!
  const { deployment } = (await (await device.ask(offer.href)).json()) as {
    deployment: { chunks: { artifacts: { _links: { download: { href: string } } }[] }[] }
  }
  const { href } = deployment.chunks[0]!.artifacts[0]!._links.download
  return (headers: Record<string, string>) => device.ask(href, { headers })
}

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

  it('starts again on the data of the first after it was killed, and a roll-out goes on in the middle of a download', async () => {
    const first = await start()
    await first.ready
    const [controller, next] = rollOut.controllers
    const file = await askForFile(first, controller)
    const hash = createHash('sha256')
    let bytes = 0
    const take = (chunk: Uint8Array) => {
      hash.update(chunk)
      bytes += chunk.length
    }
    const reader = (await file({})).body!.getReader()
    take((await reader.read()).value!)
    first.signal('SIGKILL')
    await first.ended
    const readRest = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) take(part.value)
    }
    await expect(readRest()).rejects.toThrow()
    const startedAt = performance.now()
    const second = await start()
    await second.ready
    console.log(`ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after its start`)
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200)

    const rest = await (await askForFile(second, controller))({ range: `bytes=${bytes}-` })
    expect(rest.status).toBe(206)
    for await (const chunk of rest.body!) take(chunk)
    expect(hash.digest('hex')).toBe(rollOut.sha256)
    const device = createDevice(second, controller)
    const actionId = (await device.poll()).links.deploymentBase!.href.split('/').at(-1)!
    await device.report(actionId, 'closed', 'success', ['Runs'])
    const { links } = await createDevice(second, next).poll()
    expect(links.deploymentBase).toBeUndefined()
    const session = await connectController(second.mqttPort, controller)
    await publish(session, controller, 'status', { v: 1, online: true, ts: Date.now(), boot: 'b' })
    // The first stage has succeeded only now, so the second begins.
    await askForFile(second, next)
    await session.endAsync()
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
