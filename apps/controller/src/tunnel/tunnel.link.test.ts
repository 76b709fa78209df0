import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../../server/src/features/link/link-test-kit.ts'
import { startTunnels, type Tunnels } from '../../../server/src/features/tunnel/start-tunnels.ts'
import { createTunnelName } from '../../../server/src/features/tunnel/tunnel-name.ts'
import { sql } from '../../../server/src/platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { insertUser, shareLocation } from '../../../server/src/testing/test-world.ts'
import { type RunningController, startController } from '../controller.ts'
import { type LinkStore, openLinkStore } from '../link/link-store.ts'
import { createPlantConfig } from '../plant/plant-presets.ts'
import { findSsh } from './run-tunnel.ts'
import { createSshKey, type SshKey } from './ssh-key.ts'

// The reference controller and the stock client of OpenSSH against the whole server.

const loopback = { url: null, host: '127.0.0.1', port: 0, sshHost: '127.0.0.1', sshPort: 0 }
const settings = { ...loopback, sshAddress: null, relayUrl: null }
const config = createPlantConfig('home-pv-battery', {
  ...{ seed: 4, weatherSeed: 4, latitude: 46.05, longitude: 14.5, timeZone: 'Europe/Ljubljana' },
})
const rights = { view: true, edit: true, control: true, manageUsers: false }
const path = '/locations/:locationId/controllers/:controllerId/tunnel'

type Person = ReturnType<TestServer['client']> & { userId: number }

let server: TestServer
let tunnels: Tunnels
let directory: string
let store: LinkStore
let known: TestController
let ids: { locationId: number; controllerId: number }
let running: RunningController
let ana: Person
let people = 0

beforeAll(async () => {
  server = await startTestServer({ time: Date.now(), settings: { tunnel: settings } })
  tunnels = server.deps.tunnels!
})
afterAll(() => server.stop())

async function person(flags: Partial<typeof rights> = {}): Promise<Person> {
  const email = `p${++people}@test.si`
  const userId = await insertUser(server.db, email, 'ROLE_USER_BASIC')
  await shareLocation(server.db, userId, ids.locationId, { ...rights, ...flags })
  const client = server.client()
  await client.signIn(email)
  return Object.assign(client, { userId })
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tunnel-'))
  store = openLinkStore(join(directory, 'link.db'))
  known = await createTestController(server.db, await createTestLocation(server.db))
  ids = { locationId: known.locationId!, controllerId: known.id }
  ana = await person()
  running = startController({
    serial: known.serial,
    kind: 'CONTROLLER',
    address: { url: `mqtt://127.0.0.1:${server.mqttPort}`, user: known.serial, password: known.password },
    ...{ config, store, backlogMs: 50, backOffMs: [20, 100] },
    clock: { now: () => server.clock.time },
    log: () => {},
    tunnelDirectory: join(directory, 'tunnel'),
  })
  await running.link.whenOnline()
  await expect.poll(async () => (await ana.call(`GET ${path}`, { params: ids })).data.is_supported).toBe(true)
  await expect.poll(isOnline).toBe(true)
})
afterEach(async () => {
  await running.close()
  store.close()
  rmSync(directory, { recursive: true, force: true })
})

const isOnline = async () =>
  (await server.db.row<{ online: boolean }>(sql`select online from controller where id = ${known.id}`))!
    .online
const find = async () => (await ana.call(`GET ${path}`, { params: ids })).data.tunnel
const until = (state: string) => expect.poll(async () => (await find())?.state).toBe(state)
/** The clients of OpenSSH that run for this test. */
const findClients = () =>
  readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && readCommand(pid).includes(join(directory, 'tunnel')),
  )
function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function open(): Promise<void> {
  const body = { minutes: 30, reason: 'fuse' } as const
  const answer = await ana.call(`POST ${path}`, { params: ids, body })
  expect([answer.status, answer.data.tunnel.state]).toEqual([200, 'opening'])
  await until('open')
}

interface Page {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A browser's request to the listener of tunnels, which no name of this machine has to lead to. */
function ask(url: string, options: { method?: string; headers?: OutgoingHttpHeaders } = {}): Promise<Page> {
  const { host, port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: `${pathname}${search}`,
      method: options.method ?? 'GET',
    })
    asked.setHeader('host', host)
    for (const [name, value] of Object.entries(options.headers ?? {}))
      if (value !== undefined) asked.setHeader(name, value)
    asked.on('response', (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Enters as this person; returns the origin and the cookie. */
async function enter(
  client = ana,
  through?: Tunnels,
): Promise<{ origin: string; cookie: string; ticket: string }> {
  const visit = await client.call(`POST ${path}/visits`, { params: ids })
  const url = new URL(visit.data.url)
  if (through) url.port = new URL(through.entryOf('x', 'y')).port
  const entered = await ask(url.href)
  expect([entered.status, entered.headers.location]).toEqual([303, '/'])
  return { origin: url.origin, cookie: entered.headers['set-cookie']![0]!.split(';')[0]!, ticket: url.href }
}

/** Runs the stock client as nobody's controller: with any key, any user, any further arguments. */
function runSsh(key: SshKey, user: string, more: string[]) {
  const folder = mkdtempSync(join(directory, 'ssh-'))
  writeFileSync(join(folder, 'key'), key.privateFile, { mode: 0o600 })
  writeFileSync(join(folder, 'hosts'), `cloud ${tunnels.ssh.hostKey}\n`)
  const fixed = ['-F', '/dev/null', '-i', join(folder, 'key'), '-p', String(tunnels.ssh.port), '-l', user]
  const settings = ['IdentitiesOnly=yes', 'IdentityAgent=none', 'BatchMode=yes', 'HostKeyAlias=cloud']
  const strict = [
    'StrictHostKeyChecking=yes',
    `UserKnownHostsFile=${join(folder, 'hosts')}`,
    'ExitOnForwardFailure=yes',
  ]
  const options = [...settings, ...strict].flatMap((one) => ['-o', one])
  const child = spawn(findSsh()!, [...fixed, ...options, ...more])
  let said = ''
  child.stderr.on('data', (part) => (said += part))
  child.stdout.on('data', (part) => (said += part))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended, said: () => said }
}

/** A tunnel that waits for whoever has this key and name: the test in the place of the controller. */
async function openByHand(controllerId = known.id): Promise<{ user: string; key: SshKey }> {
  if (controllerId === known.id) await running.close()
  const [key, user, now] = [createSshKey(), createTunnelName(), server.clock.time]
  await server.db.run(sql`
    insert into tunnel (controller_id, location_id, host_name, ssh_user, ssh_key, opened_at, expires_at)
    values (${controllerId}, ${ids.locationId}, ${createTunnelName()}, ${user}, ${key.publicLine}, ${new Date(now)},
      ${new Date(now + 600_000)})`)
  return { user, key }
}

describe('a tunnel', () => {
  test('leads to the page of the controller, for those who may, on an origin of its own', async () => {
    await open()
    const { origin, cookie, ticket } = await enter()
    const page = await ask(`${origin}/`, { headers: { cookie: `${cookie}; own=1` } })
    expect(page.status).toBe(200)
    expect(page.text).toContain('<title>Controller</title>')
    expect(page.headers).toMatchObject({
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-cache',
    })
    expect(page.headers['content-security-policy']).toBeUndefined()
    const facts = JSON.parse((await ask(`${origin}/status.json`, { headers: { cookie } })).text)
    expect(facts).toMatchObject({ serial: known.serial, isOnline: true })

    // A ticket works once, and a cookie only where it was given.
    expect((await ask(ticket)).status).toBe(401)
    expect((await ask(`${origin}/`)).status).toBe(401)
    expect((await ask(`${origin}/`, { headers: { cookie: `${cookie.slice(0, -2)}xx` } })).status).toBe(401)
    const other = origin.replace(/\/\/./, '//b')
    expect((await ask(`${other}/`, { headers: { cookie } })).status).toBe(401)
    // Neither another name nor the platform's paths lead anywhere here.
    expect((await ask(`${origin}/`, { headers: { cookie, host: '127.0.0.1' } })).status).toBe(421)
    expect((await ask(`${origin}/api/health`, { headers: { cookie } })).status).toBe(404)
    // What another page asks for, and what would outlive this one.
    const foreign = {
      cookie,
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    }
    expect((await ask(`${origin}/status.json`, { headers: foreign })).status).toBe(403)
    expect(
      (await ask(`${origin}/x`, { method: 'POST', headers: { cookie, origin: 'https://evil.example' } }))
        .status,
    ).toBe(403)
    expect((await ask(`${origin}/page.js`, { headers: { cookie, 'service-worker': 'script' } })).status).toBe(
      404,
    )

    // Others see it and join it with a ticket of their own.
    const bor = await person()
    const again = await bor.call(`POST ${path}`, { params: ids, body: { minutes: 15, reason: null } })
    expect(again.data.tunnel).toMatchObject({ state: 'open', reason: 'fuse', opened_by: { id: ana.userId } })
    const second = await enter(bor)
    expect((await ask(`${second.origin}/`, { headers: { cookie: second.cookie } })).status).toBe(200)
    await tunnels.sweep()
    expect((await find())!.bytes).toBeGreaterThan(1000)

    // Closing ends the client of OpenSSH, and the page says so.
    expect(findClients()).toHaveLength(1)
    const closed = await bor.call(`DELETE ${path}`, { params: ids })
    expect(closed.data.tunnel).toMatchObject({ state: 'closed', end: 'pressed' })
    await expect.poll(findClients).toEqual([])
    const gone = await ask(`${origin}/`, { headers: { cookie } })
    expect([gone.status, gone.headers['clear-site-data']]).toEqual([410, '"cache", "storage"'])
    const actions = await server.db.rows<{ action: string }>(
      sql`select action from audit_log where controller_id = ${known.id} and action like 'tunnel_%' order by id`,
    )
    expect(actions.map(({ action }) => action)).toEqual([
      ...['tunnel_opened', 'tunnel_entered', 'tunnel_entered', 'tunnel_closed'],
    ])
  })

  test('is refused to those who may only look or only control, and where it cannot be', async () => {
    const body = { minutes: 30, reason: null } as const
    const looker = await person({ edit: false, control: false })
    const controlling = await person({ edit: false })
    for (const client of [looker, controlling])
      expect((await client.call(`POST ${path}`, { params: ids, body })).error?.code).toBe('not_allowed')
    await open()
    for (const client of [looker, controlling]) {
      expect((await client.call(`POST ${path}/visits`, { params: ids })).error?.code).toBe('not_allowed')
      expect((await client.call(`DELETE ${path}`, { params: ids })).error?.code).toBe('not_allowed')
    }
    expect((await looker.call(`GET ${path}`, { params: ids })).data.tunnel?.state).toBe('open')
    await ana.call(`DELETE ${path}`, { params: ids })
    await server.db.run(
      sql`update controller set info = info || '{"features":["cmd"]}' where id = ${known.id}`,
    )
    expect((await ana.call(`POST ${path}`, { params: ids, body })).error?.code).toBe('tunnel_unsupported')
    await running.close()
    await expect.poll(isOnline).toBe(false)
    expect((await ana.call(`POST ${path}`, { params: ids, body })).error?.code).toBe('controller_offline')
  })

  test('ends at once for whoever loses the right or signs out, and goes on for the others', async () => {
    await open()
    const bor = await person()
    const [own, others] = [await enter(), await enter(bor)]
    const { userId } = bor
    await server.db.run(sql`update location_permission set can_edit = false where user_id = ${userId}`)
    expect((await ask(`${others.origin}/`, { headers: { cookie: others.cookie } })).status).toBe(403)
    await server.db.run(sql`update location_permission set can_edit = true where user_id = ${userId}`)
    await bor.call('POST /auth/logout')
    expect((await ask(`${others.origin}/`, { headers: { cookie: others.cookie } })).status).toBe(401)
    expect((await ask(`${own.origin}/`, { headers: { cookie: own.cookie } })).status).toBe(200)
  })

  test('ends when its time is up, unless somebody extends it', async () => {
    await open()
    const { origin, cookie } = await enter()
    const start = server.clock.time
    try {
      server.clock.time += 20 * 60_000
      const longer = await ana.call(`PUT ${path}`, { params: ids, body: { minutes: 30 } })
      expect(longer.data.tunnel.expires_at).toBe(start + 50 * 60_000)
      // However often that is, it ends eight hours after it was opened.
      const early = new Date(start - 7 * 3_600_000)
      await server.db.run(sql`update tunnel set opened_at = ${early} where controller_id = ${known.id}`)
      const longest = await ana.call(`PUT ${path}`, { params: ids, body: { minutes: 120 } })
      expect(longest.data.tunnel.expires_at).toBe(start + 60 * 60_000)
      server.clock.time = start + 59 * 60_000
      expect((await ask(`${origin}/`, { headers: { cookie } })).status).toBe(200)
      server.clock.time = start + 60 * 60_000
      // Before anything has swept.
      expect((await ask(`${origin}/`, { headers: { cookie } })).status).toBe(410)
      await tunnels.sweep()
      expect(await find()).toMatchObject({ state: 'closed', end: 'expired' })
      await expect.poll(findClients).toEqual([])
      expect((await ana.call(`PUT ${path}`, { params: ids, body: { minutes: 30 } })).error?.code).toBe(
        'tunnel_closed',
      )
    } finally {
      server.clock.time = start
    }
  })

  test('ends when the controller drops; a server that died with it is noticed by the others', async () => {
    await open()
    for (const pid of findClients()) process.kill(Number(pid), 'SIGKILL')
    await until('closed')
    expect(await find()).toMatchObject({ end: 'lost' })
    await open()
    await server.db.run(sql`update tunnel set holder = 'dead', holder_seen_at = ${new Date(server.clock.time - 31_000)}
      where controller_id = ${known.id} and closed_at is null`)
    await tunnels.sweep()
    expect(await find()).toMatchObject({ state: 'closed', end: 'stopped' })
    await expect.poll(findClients).toEqual([])
  })

  test('says what the controller said when it could not', async () => {
    rmSync(join(directory, 'tunnel'), { recursive: true, force: true })
    writeFileSync(join(directory, 'tunnel'), 'in the way')
    await ana.call(`POST ${path}`, { params: ids, body: { minutes: 30, reason: null } })
    await expect
      .poll(async () => {
        await tunnels.sweep()
        return (await find())?.end
      })
      .toBe('refused')
    expect((await find())?.detail).toMatch(/EEXIST|ENOTDIR/)
  })
})

describe('the stock client of OpenSSH', () => {
  test('gets in with the key and the name of its own tunnel only', async () => {
    const { user } = await openByHand()
    const denied = async (key: SshKey, name: string) => {
      const { code, said } = await runSsh(key, name, ['-N', '-R', '0:127.0.0.1:9', '127.0.0.1']).ended
      expect([code, /Permission denied|closed by/.test(said)]).toEqual([255, true])
    }
    await denied(createSshKey(), user)
    const neighbour = await createTestController(server.db, ids.locationId)
    await denied((await openByHand(neighbour.id)).key, user)
    await denied(createSshKey(), 'root')
  })

  test('gets no shell, no command, no way into the server, no second forwarding, and no chosen port', async () => {
    const { user, key } = await openByHand()
    const shell = await runSsh(key, user, ['127.0.0.1', 'id']).ended
    expect(shell.code).toBe(255)
    expect(shell.said).not.toContain('uid=')
    // `-W` connects through the server, here to its own port.
    const through = await runSsh(key, user, ['-W', `127.0.0.1:${server.httpPort}`, '127.0.0.1']).ended
    expect([through.code, through.said]).toEqual([255, expect.stringMatching(/(open|forwarding) failed/)])
    const chosen = await runSsh(key, user, ['-N', '-R', '8080:127.0.0.1:9', '127.0.0.1']).ended
    expect([chosen.code, chosen.said]).toEqual([255, expect.stringContaining('forwarding failed')])
    const twice = await runSsh(key, user, ['-N', '-R', '0:127.0.0.1:9', '-R', '0:127.0.0.1:10', '127.0.0.1'])
      .ended
    expect([twice.code, twice.said]).toEqual([255, expect.stringContaining('forwarding failed')])
  })

  test('carries WebSockets, also through another process of the platform, until the right is withdrawn', async () => {
    const { user, key } = await openByHand()
    const seen: IncomingHttpHeaders[] = []
    const device = createServer((_, answer) => answer.end('device'))
    const sockets = new WebSocketServer({ server: device })
    sockets.on('connection', (socket, { headers }) => {
      seen.push(headers)
      socket.on('message', (data) => socket.send(`echo ${String(data)}`))
    })
    await new Promise<void>((resolve) => device.listen(0, '127.0.0.1', resolve))
    const { port } = device.address() as AddressInfo
    const { child } = runSsh(key, user, ['-N', '-R', `0:127.0.0.1:${port}`, '127.0.0.1'])
    await until('open')
    const other = await startTunnels(server.deps, settings)
    try {
      const { origin, cookie } = await enter(ana, other)
      expect((await ask(`${origin}/`, { headers: { cookie } })).text).toBe('device')
      const connect = (from: string) => {
        const { host, port: at } = new URL(origin)
        return new WebSocket(`ws://127.0.0.1:${at}/live`, { headers: { host, cookie, origin: from } })
      }
      const refused = connect('https://evil.example')
      await expect(new Promise((_, reject) => refused.once('error', reject))).rejects.toThrow('403')
      const socket = connect(origin)
      await new Promise((resolve) => socket.once('open', resolve))
      const heard = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))))
      socket.send('hello')
      expect(await heard).toBe('echo hello')
      expect(seen[0]).toMatchObject({ host: '127.0.0.1', origin: 'http://127.0.0.1' })
      expect(seen[0]!.cookie).toBeUndefined()
      const cut = new Promise((resolve) => socket.once('close', resolve))
      await ana.call('POST /auth/logout')
      await cut
      // The way between processes is for processes.
      const at = new URL(origin).port
      const forged = { connection: 'Upgrade', upgrade: 'ohmstead-tunnel', host: 'ohmstead-tunnel' }
      const answer = await ask(`http://127.0.0.1:${at}/`, {
        headers: { ...forged, authorization: 'Bearer 1.AAAAAAAAAAAAAAAAAAAAAAAA' },
      })
      expect(answer.status).toBe(403)
    } finally {
      child.kill()
      await other.close()
      sockets.close()
      device.close()
    }
  })
})
