import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { BackupListView } from '@ohmstead/contract/backups'
import { mediaTypes } from '@ohmstead/contract/media-types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import { until } from '../link/link-test-kit.ts'
import { partBytes } from './backup-cipher.ts'
import { planNew } from './backup-plans.ts'
import { deleteOldBackups } from './old-backup-queries.ts'
import { requestDueBackups } from './start-scheduled-backups.ts'

const minuteMs = 60_000
let server: TestServer
let companyId: number
let homeId: number
let controllerId: number
let serial: string
const people: Record<'owner' | 'viewer' | 'stranger' | 'aggregator', TestClient> = {} as never
/** What was sent to controllers. */
const sent: { serial: string; op: string; args: Record<string, string>; id: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const company = await insertCompany(db, 'Sun')
  companyId = company.companyId
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  homeId = await insertLocation(db, { companyId, locationGroupId: company.rootGroupId, ownerId })
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER')
  await shareLocation(db, viewerId, homeId, { view: true, edit: true, control: true })
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const other = await insertCompany(db, 'Wind')
  await insertUser(db, 'stranger@test.si', 'ROLE_AGGREGATOR', { companyIds: [other.companyId] })
  await signIn()
  await db.listen('link', (payload) => {
    const notice = JSON.parse(payload) as { t: string; serial: string; payload: string }
    if (notice.t === 'publish') sent.push({ serial: notice.serial, ...JSON.parse(notice.payload) })
  })
})
afterAll(() => server.stop())

beforeEach(async () => {
  ;({ controllerId, serial } = await addController())
  sent.length = 0
})

async function signIn() {
  for (const name of ['owner', 'viewer', 'stranger', 'aggregator'] as const) {
    people[name] = server.client()
    await people[name].signIn(`${name}@test.si`)
  }
}

async function addController(features = '["cmd","backup"]') {
  const { controllerId: id } = await insertController(server.db, homeId)
  // A serial as the address of the link has it.
  const unit = `AAAA-BBBB-${String(id).padStart(4, '0')}-CCCC`
  await server.db.run(
    sql`update controller set unit_id = ${unit}, online = true,
          info = ${JSON.stringify({ softwareVersion: '1.2', features: JSON.parse(features) })}::jsonb where id = ${id}`,
  )
  return { controllerId: id, serial: unit }
}

const list = async (client = people.owner, id = controllerId) =>
  (await client.call('GET /backups/controllers/:controllerId', { params: { controllerId: id } })).data
const start = (client = people.owner) =>
  client.call('POST /backups/controllers/:controllerId', { params: { controllerId } })
const awaitCommand = (op: string) => until(() => sent.find((command) => command.op === op))
const pathOf = (url = '') => new URL(url).pathname

async function awaitJob(id: number) {
  const { jobs } = (await people.owner.call('GET /jobs')).data
  const job = jobs.find((one) => one.id === id)
  return job && !['queued', 'running'].includes(job.state) ? job : null
}

async function put(path: string, content: Uint8Array, headers: Record<string, string> = {}) {
  const digest = createHash('sha256').update(content).digest('base64')
  const answer = await fetch(server.url + path, {
    method: 'PUT',
    body: new Uint8Array(content),
    headers: { 'content-digest': `sha-256=:${digest}:`, ...headers },
  })
  return { status: answer.status, code: ((await answer.json()) as { error?: { code: string } }).error?.code }
}

async function reply(id: string, state: string, more: object = {}) {
  const message = { v: 1, id, ts: server.clock.time, state, code: null, text: null, result: {}, ...more }
  await server.db.run(
    sql`update command set state = ${message.state}, code = ${message.code}, result = ${JSON.stringify(message.result)}::jsonb,
          answered_at = now() where id = ${id}::uuid`,
  )
}

/** One that has arrived. */
async function makeBackup(
  content: Uint8Array = randomBytes(1000),
): Promise<BackupListView['backups'][number]> {
  sent.length = 0
  const { job_id } = (await start()).data
  const command = await awaitCommand('backup.create')
  expect((await put(pathOf(command.args.url), content)).status).toBe(200)
  await reply(command.id, 'done', { result: { rev: 3 } })
  await until(() => awaitJob(job_id))
  return (await list()).backups[0]!
}

describe('a backup', () => {
  test('arrives at an address that works once, and is stored encrypted', async () => {
    // More than a part, and a whole number of them.
    const content = Buffer.concat([Buffer.from('wifi=open sesame'), randomBytes(2 * partBytes - 16)])
    const backup = await makeBackup(content)
    expect(backup).toMatchObject({
      source: 'person',
      size_bytes: content.length,
      software_version: '1.2',
      state: 'ready',
      by: { first_name: 'Ana' },
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect(backup.filename).toMatch(/^AAAA-BBBB-\d{4}-CCCC_2[\d-]{9}_\d{6}\.backup$/)
    const parts = await server.db.rows<{ content: Uint8Array }>(
      sql`select content from controller_backup_part where backup_id = ${backup.id} order by position`,
    )
    expect(parts).toHaveLength(2)
    expect(Buffer.from(parts[0]!.content).includes('sesame')).toBe(false)
    const again = await put(pathOf(sent[0]!.args.url), content)
    expect(again).toEqual({ status: 404, code: 'not_found' })
    const kept = await server.db.row<{ args: object }>(
      sql`select args from command where controller_id = ${controllerId}`,
    )
    expect(kept!.args).toEqual({})
  })

  test.each([
    ['of another hash', { 'content-digest': `sha-256=:${'A'.repeat(43)}=:` }, 400, 'wrong_hash'],
    ['without a hash', { 'content-digest': '' }, 400, 'wrong_hash'],
  ])('%s is refused, and nothing of it is kept', async (_, headers, status, code) => {
    const { job_id } = (await start()).data
    const { args } = await awaitCommand('backup.create')
    expect(await put(pathOf(args.url), randomBytes(500), headers)).toEqual({ status, code })
    expect(await until(() => awaitJob(job_id))).toMatchObject({ state: 'failed', error: code })
    expect(await list()).toMatchObject({ backups: [], failure: { code }, running: null })
    expect(
      await server.db.rows(sql`select from controller_backup_part where backup_id in
      (select id from controller_backup where controller_id = ${controllerId})`),
    ).toEqual([])
  })

  test('that is cut off, or announced as too large, is none', async () => {
    for (const [length, code] of [
      [partBytes * 2, 'cut_off'],
      [20_000_001, 'too_large'],
    ] as const) {
      sent.length = 0
      const { job_id } = (await start()).data
      const { args } = await awaitCommand('backup.create')
      const socket = connect(server.httpPort, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(
        `PUT ${pathOf(args.url)} HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n` +
          `Content-Digest: sha-256=:${'A'.repeat(43)}=:\r\n\r\n`,
      )
      socket.write(Buffer.alloc(partBytes + 10), () => socket.end())
      expect(await until(() => awaitJob(job_id))).toMatchObject({ state: 'failed', error: code })
      socket.destroy()
      expect((await list()).backups).toEqual([])
    }
    expect(
      await server.db.rows(sql`select from controller_backup_part where backup_id in
      (select id from controller_backup where controller_id = ${controllerId})`),
    ).toEqual([])
  })

  test('is not held up by controllers that send theirs slowly', async () => {
    const own = { controllerId, serial }
    const slow = []
    for (let count = 0; count < 4; count++) {
      ;({ controllerId, serial } = await addController())
      sent.length = 0
      const { job_id } = (await start()).data
      const { args } = await awaitCommand('backup.create')
      const socket = connect(server.httpPort, '127.0.0.1').on('error', () => {})
      const digest = `Content-Digest: sha-256=:${'A'.repeat(43)}=:`
      socket.write(
        `PUT ${pathOf(args.url)} HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\n`,
      )
      socket.write(`Content-Length: 9\r\n${digest}\r\n\r\nslow`)
      const arriving = sql`select from controller_backup where controller_id = ${controllerId} and state = 'receiving'`
      await until(() => server.db.row(arriving))
      slow.push({ job_id, socket })
    }
    ;({ controllerId, serial } = own)
    expect(await makeBackup()).toMatchObject({ state: 'ready' })
    for (const { job_id, socket } of slow) {
      socket.destroy()
      expect(await until(() => awaitJob(job_id))).toMatchObject({ state: 'failed' })
    }
  })

  test('does not come from another controller or one that was removed, nor after ten minutes', async () => {
    const { job_id } = (await start()).data
    const { args } = await awaitCommand('backup.create')
    const foreign = pathOf(args.url).replace(serial, 'AAAA-BBBB-CCCC-DDDD')
    expect((await put(foreign, randomBytes(9))).status).toBe(404)
    await server.db.run(sql`update controller set revoked_at = now() where id = ${controllerId}`)
    expect((await put(pathOf(args.url), randomBytes(9))).status).toBe(404)
    await server.db.run(sql`update controller set revoked_at = null where id = ${controllerId}`)
    server.clock.time += 10 * minuteMs + 1
    expect((await put(pathOf(args.url), randomBytes(9))).status).toBe(404)
    expect(await until(() => awaitJob(job_id))).toMatchObject({ state: 'failed', error: 'no_answer' })
  })

  test('is one at a time, and the second person sees whose it is', async () => {
    const { job_id } = (await start()).data
    expect((await start(people.viewer)).error?.code).toBe('backup_running')
    expect((await list(people.viewer)).running).toMatchObject({
      kind: 'backup',
      job_id,
      by: { first_name: 'Ana' },
    })
    await people.owner.call('POST /jobs/:jobId/cancel', { params: { jobId: job_id } })
    expect(await until(() => awaitJob(job_id))).toMatchObject({ state: 'cancelled' })
    const { args } = sent[0]!
    expect((await put(pathOf(args.url), randomBytes(9))).status).toBe(404)
    expect((await start(people.viewer)).status).toBe(200)
  })

  test('is asked only of a controller that is there and can make one', async () => {
    await server.db.run(sql`update controller set online = false where id = ${controllerId}`)
    expect((await start()).error?.code).toBe('controller_offline')
    const { controllerId: simple } = await addController('["cmd"]')
    const asked = people.owner.call('POST /backups/controllers/:controllerId', {
      params: { controllerId: simple },
    })
    expect((await asked).error?.code).toBe('backup_unsupported')
    expect(await list(people.owner, simple)).toMatchObject({ is_supported: false, running: null })
  })
})

describe('a stored backup', () => {
  test('is deleted with the new list as the answer, and can be brought back for an hour', async () => {
    const { id } = await makeBackup()
    const params = { controllerId, backupId: id }
    const removed = await people.owner.call('DELETE /backups/controllers/:controllerId/:backupId', { params })
    expect(removed.data.backups).toEqual([])
    const undelete = () =>
      people.owner.call('POST /backups/controllers/:controllerId/:backupId/undelete', { params })
    expect((await undelete()).data.backups).toHaveLength(1)
    await people.owner.call('DELETE /backups/controllers/:controllerId/:backupId', { params })
    server.clock.time += 61 * minuteMs
    expect((await undelete()).error?.code).toBe('not_found')
    await deleteOldBackups(server.deps)
    expect(await server.db.rows(sql`select from controller_backup where id = ${id}`)).toEqual([])
  })

  test('is a file for its owner and who runs the company, with their password; nobody else', async () => {
    const content = randomBytes(partBytes + 77)
    const { id, filename } = await makeBackup(content)
    const path = `/backups/controllers/${controllerId}/${id}/file`
    const ask = (client: TestClient, password: string) =>
      client.request('POST', path, { body: { data: { password } } })
    expect((await ask(people.viewer, testPassword)).status).toBe(403)
    expect((await ask(people.stranger, testPassword)).status).toBe(404)
    expect((await ask(people.owner, 'wrong')).status).toBe(400)
    const answer = await ask(people.aggregator, testPassword)
    expect(answer.headers.get('content-disposition')).toContain(filename)
    const file = Buffer.from(await answer.arrayBuffer())
    expect(file.subarray(file.indexOf(10) + 1).equals(content)).toBe(true)

    const bring = async (body: Buffer, to = controllerId) => {
      const response = await fetch(`${server.url}/api/backups/controllers/${to}/file`, {
        method: 'POST',
        headers: { 'content-type': mediaTypes.backup, cookie: people.owner.cookie },
        body: new Uint8Array(body),
      })
      const { data, error } = (await response.json()) as { data?: BackupListView; error?: { code: string } }
      return error?.code ?? data?.backups[0]?.source
    }
    expect(await bring(file)).toBe('file')
    const changed = Buffer.from(file)
    changed[changed.length - 1]! ^= 1
    expect(await bring(changed)).toBe('backup_file_refused')
    expect(await bring(file.subarray(0, -1))).toBe('backup_file_refused')
    expect(await bring(Buffer.concat([file, Buffer.from('x')]))).toBe('backup_file_refused')
    expect(
      await bring(Buffer.from(file.toString('latin1').replace('BACKUP-1 ', 'BACKUP-1 A'), 'latin1')),
    ).toBe('backup_file_refused')
    expect(await bring(randomBytes(9000))).toBe('backup_file_refused')
    expect(await bring(file, (await addController()).controllerId)).toBe('backup_of_another')
    expect((await list()).backups).toHaveLength(2)
  })

  test('makes room for a new one: the newest ten stay', async () => {
    await server.db.run(sql`
      insert into controller_backup (controller_id, location_id, state, source, filename, created_at, expires_at, size_bytes,
        sha256, sealed_key)
      select ${controllerId}, ${homeId}, 'ready', 'schedule', 'old ' || n,
        ${new Date(server.clock.time)}::timestamptz - n * interval '1 minute', now(), 1, '', 'key' from generate_series(1, 20) n`)
    await makeBackup()
    const { backups } = await list()
    expect(backups.length).toBeLessThanOrEqual(11)
    expect(backups.map(({ filename }) => filename).slice(1, 10)).toEqual(
      Array.from({ length: 9 }, (_, at) => `old ${at + 1}`),
    )
  })

  test('that a dead process has half received is thrown away, and why is remembered', async () => {
    const row = await server.db.row<{ id: number }>(sql`
      insert into controller_backup (controller_id, location_id, state, source, filename, created_at, expires_at, sealed_key)
      values (${controllerId}, ${homeId}, 'receiving', 'schedule', 'half', now(),
        ${new Date(server.clock.time - minuteMs)}, 'key') returning id`)
    const { id } = row!
    await server.db.run(
      sql`insert into controller_backup_part (backup_id, position, content) values (${id}, 0, 'x')`,
    )
    await deleteOldBackups(server.deps)
    expect(await list()).toMatchObject({ backups: [], failure: { code: 'cut_off' } })
    expect(await server.db.rows(sql`select from controller_backup_part where backup_id = ${id}`)).toEqual([])
  })

  test('of a removed controller is for its replacement of the same kind', async () => {
    const { id } = await makeBackup()
    const former = controllerId
    const next = await addController()
    expect((await list(people.owner, next.controllerId)).backups).toEqual([])
    await people.owner.call('DELETE /locations/:locationId/controllers/:controllerId', {
      params: { locationId: homeId, controllerId: former },
    })
    expect((await list(people.owner, next.controllerId)).backups).toMatchObject([
      { id, former_unit_id: serial },
    ])
    server.clock.time += 91 * 24 * 60 * minuteMs
    await signIn()
    await deleteOldBackups(server.deps)
    expect((await list(people.owner, next.controllerId)).backups).toEqual([])
  })
})

describe('a restore', () => {
  async function startRestore() {
    const content = randomBytes(4000)
    const { id, sha256 } = await makeBackup(content)
    sent.length = 0
    const answer = await people.owner.call('POST /backups/controllers/:controllerId/:backupId/restore', {
      params: { controllerId, backupId: id },
    })
    const fresh = await awaitCommand('backup.create')
    return { content, sha256, jobId: answer.data.job_id, fresh }
  }

  test('comes after a fresh backup, from an address that works once', async () => {
    const { content, sha256, jobId, fresh } = await startRestore()
    expect((await start(people.viewer)).error?.code).toBe('backup_running')
    expect(sent.map(({ op }) => op)).toEqual(['backup.create'])
    await put(pathOf(fresh.args.url), randomBytes(50))
    await reply(fresh.id, 'done', { result: { rev: 7 } })
    const command = await awaitCommand('backup.restore')
    expect(command.args).toMatchObject({ sha256, size: content.length, rev: 7, from: serial })
    // It is an address to fetch from: nothing can be put there, and trying does not use it up.
    expect((await put(pathOf(command.args.url), randomBytes(9))).status).toBe(404)
    const fetched = await fetch(server.url + pathOf(command.args.url))
    expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true)
    expect((await fetch(server.url + pathOf(command.args.url))).status).toBe(404)
    await reply(command.id, 'done')
    expect(await until(() => awaitJob(jobId))).toMatchObject({ state: 'done' })
    const after = await list()
    expect(after).toMatchObject({
      running: null,
      last_restore: { outcome: 'done', by: { first_name: 'Ana' } },
    })
    expect(after.backups.map(({ source }) => source)).toEqual(['restore', 'person'])
  })

  test('replaces nothing without the fresh backup', async () => {
    const { jobId, fresh } = await startRestore()
    await reply(fresh.id, 'failed', { code: 'failed' })
    expect(await until(() => awaitJob(jobId))).toMatchObject({ state: 'failed', error: 'declined' })
    expect(sent.map(({ op }) => op)).toEqual(['backup.create'])
    expect((await list()).last_restore).toMatchObject({ outcome: 'declined' })
  })

  test.each([
    ['rejected', 'rev_changed', 'changed_meanwhile'],
    ['failed', 'failed', 'declined'],
  ])('that the controller answers with %s %s says so', async (state, code, outcome) => {
    const { jobId, fresh } = await startRestore()
    await put(pathOf(fresh.args.url), randomBytes(50))
    await reply(fresh.id, 'done')
    await reply((await awaitCommand('backup.restore')).id, state, { code })
    expect(await until(() => awaitJob(jobId))).toMatchObject({ state: 'failed', error: outcome })
  })

  test('of a controller that leaves in the middle ends without an answer', async () => {
    const { jobId, fresh } = await startRestore()
    await put(pathOf(fresh.args.url), randomBytes(50))
    await reply(fresh.id, 'done')
    await reply((await awaitCommand('backup.restore')).id, 'accepted')
    await server.db.run(sql`update controller set online = false where id = ${controllerId}`)
    server.clock.time += 12 * minuteMs
    expect(await until(() => awaitJob(jobId))).toMatchObject({ state: 'failed', error: 'no_answer' })
    expect((await list()).running).toBeNull()
  })
})

describe('a schedule', () => {
  test('asks at night who is connected, catches up on who is not, and keeps few', async () => {
    const { deps, db } = server
    await db.run(sql`update controller set online = false`)
    const set = await people.owner.call('PUT /backups/controllers/:controllerId/schedule', {
      params: { controllerId },
      body: { schedule: 'daily' },
    })
    const { next_at } = set.data.schedule
    await planNew(db, server.clock.time)
    server.clock.time = next_at!
    expect(await requestDueBackups(deps)).toBe(0)
    // Half a day later it is there again.
    server.clock.time += 12 * 60 * minuteMs
    await signIn()
    await db.run(sql`update controller set online = true where id = ${controllerId}`)
    expect(await requestDueBackups(deps)).toBe(1)
    expect(await requestDueBackups(deps)).toBe(0)
    const { args } = await awaitCommand('backup.create')
    expect((await list()).running).toMatchObject({ kind: 'backup', by: null })
    await put(pathOf(args.url), randomBytes(40))
    expect(await list()).toMatchObject({ running: null, backups: [{ source: 'schedule', by: null }] })
    expect((await list()).schedule).toMatchObject({ own: 'daily', company: 'weekly' })
  })

  test('of the company holds for controllers without their own', async () => {
    await planNew(server.db, server.clock.time)
    expect((await list()).schedule).toMatchObject({
      own: null,
      company: 'weekly',
      next_at: expect.any(Number),
    })
    const set = await people.aggregator.call('PUT /companies/:companyId/backup-schedule', {
      params: { companyId },
      body: { schedule: 'never' },
    })
    expect(set.data).toEqual({ schedule: 'never' })
    await planNew(server.db, server.clock.time)
    expect((await list()).schedule).toMatchObject({ company: 'never', next_at: null })
  })
})

test('whoever guesses addresses is stopped, and controllers that were told one are not', async () => {
  const { job_id } = (await start()).data
  const { args } = await awaitCommand('backup.create')
  let status = 404
  for (let guess = 0; guess < 60 && status === 404; guess++)
    status = (await put(`/link/v1/${serial}/backups/${'x'.repeat(43)}`, randomBytes(9))).status
  expect(status).toBe(429)
  expect((await put(pathOf(args.url), randomBytes(9))).status).toBe(200)
  expect(await until(() => awaitJob(job_id))).toMatchObject({ state: 'done' })
})
