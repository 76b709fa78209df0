import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { readZipTexts } from '../../testing/read-zip.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { deleteDueAccounts } from './delete-accounts.ts'
import { insertExport } from './export-queries.ts'
import { gatherOwnData } from './gather-own-data.ts'

let server: TestServer
let sun: { companyId: number; rootGroupId: number }
let people = 0

beforeAll(async () => {
  server = await startTestServer()
  sun = await insertCompany(server.db, 'Sun')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db.run(sql`delete from throttle`)
})

const dayMs = 86_400_000

async function newPerson(): Promise<{ email: string; id: number; client: TestClient; homeId: number }> {
  const email = `person${++people}@test.si`
  const id = await insertUser(server.db, email, 'ROLE_USER_BASIC', { firstName: 'Ana' })
  const homeId = await insertLocation(server.db, {
    companyId: sun.companyId,
    locationGroupId: sun.rootGroupId,
    ownerId: id,
  })
  const client = server.client()
  await client.signIn(email)
  return { email, id, client, homeId }
}

const readFiles = (archive: Buffer) => Object.fromEntries(readZipTexts(archive))

describe('personal information', () => {
  test('is changed and audited; nothing else of the account can be', async () => {
    const { client, id, email } = await newPerson()
    const body = {
      first_name: ' <img src=x> ',
      last_name: 'Novak',
      email: 'x@y.si',
      role: 'ROLE_SUPER_ADMIN',
      id: 1,
    }
    const { user } = (await client.call('PUT /auth/user', { body })).data
    expect(user).toMatchObject({
      id,
      email,
      first_name: '<img src=x>',
      last_name: 'Novak',
      role: 'ROLE_USER_BASIC',
    })
    expect(
      (await client.call('PUT /auth/user', { body: { first_name: ' ', last_name: '' } })).error?.fields,
    ).toEqual({
      first_name: 'required',
    })
    const unseen = { first_name: 'Ana\u202e', last_name: 'No\nvak' }
    expect((await client.call('PUT /auth/user', { body: unseen })).error?.fields).toEqual({
      first_name: 'single_line',
      last_name: 'single_line',
    })
    const entry = await server.db.row(
      sql`select action, f.before, f.after from audit_log a join audit_fact f on f.entry_id = a.id
        where a.user_id = ${id} order by a.id desc`,
    )
    expect(entry).toEqual({
      action: 'personal_information_changed',
      before: { first_name: 'Ana', last_name: '' },
      after: { first_name: '<img src=x>', last_name: 'Novak' },
    })
  })
})

describe('an export', () => {
  const download = (client: TestClient, exportId: number) =>
    client.request('GET', `/auth/user/export/${exportId}/file`)

  /** Started, and awaited through its job. */
  async function exportOf(client: TestClient): Promise<number> {
    const started = (await client.call('POST /auth/user/export')).data.export
    expect(started.state).toMatch(/running|ready/)
    for (;;) {
      const current = (await client.call('GET /auth/user/export')).data.export!
      if (current.state !== 'running') break
      await new Promise((resolve) => setImmediate(resolve))
    }
    return started.id
  }

  test('contains what is stored about a person, and no secret', async () => {
    const { client, id, email, homeId } = await newPerson()
    const { controllerId } = await insertController(server.db, homeId, [{ key: 'grid', category: 'GRID' }])
    await server.db.run(sql`
      insert into series (location_id, id, controller_id, device_key, metric, source, sign)
      values (${homeId}, 1, ${controllerId}, '../grid', 'energy_import', 'counter', 1)`)
    const hour = new Date(Date.UTC(2026, 4, 1, 10))
    await server.db.run(sql`
      insert into energy_hour (location_id, series_id, hour, s0, s11, total) values (${homeId}, 1, ${hour}, 1500, 2000, 3500)`)
    const stranger = await newPerson()
    const exportId = await exportOf(client)
    const answer = await download(client, exportId)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(String(bytes.length)).toBe(answer.headers.get('content-length'))
    const files = readFiles(bytes)
    expect(JSON.parse(files['account.json']!)[0]).toMatchObject({ id, email, roles: ['ROLE_USER_BASIC'] })
    expect(JSON.parse(files['locations.json']!)).toMatchObject([{ id: homeId, is_owner: true }])
    expect(JSON.parse(files['audit_log.json']!).map((entry: { action: string }) => entry.action)).toContain(
      'sign_in',
    )
    const energy = Object.keys(files).filter((name) => name.startsWith('energy/'))
    expect(energy).toEqual([`energy/${homeId}-.._grid-energy_import-1.csv`])
    expect(files[energy[0]!]).toBe(
      'time,energy_wh\n2026-05-01T10:00:00.000Z,1.5\n2026-05-01T10:55:00.000Z,2\n',
    )
    const all = Object.values(files).join()
    expect(all).not.toMatch(/argon2|password_hash|token_hash|secret/)
    expect(all).not.toContain(stranger.email)
  })

  test('of much data is kept in several parts, and is complete', async () => {
    const { client, id } = await newPerson()
    await server.db.run(sql`
      update app_user set last_name = (select string_agg(md5(part::text), '' order by part) from generate_series(1, 70000) as part)
      where id = ${id}`)
    const exportId = await exportOf(client)
    const parts = await server.db.row<{ count: number }>(
      sql`select count(*)::int as count from account_export_part where export_id = ${exportId}`,
    )
    expect(parts!.count).toBeGreaterThan(1)
    const files = readFiles(Buffer.from(await (await download(client, exportId)).arrayBuffer()))
    const [kept] = JSON.parse(files['account.json']!) as { last_name: string }[]
    const stored = await server.db.row<{ last_name: string }>(
      sql`select last_name from app_user where id = ${id}`,
    )
    expect(kept!.last_name === stored!.last_name).toBe(true)
  })

  test('is downloaded once, by its person, in time', async () => {
    const { client } = await newPerson()
    const stranger = await newPerson()
    const exportId = await exportOf(client)
    expect((await download(stranger.client, exportId)).status).toBe(404)
    expect((await download(server.client(), exportId)).status).toBe(401)
    const both = await Promise.all([download(client, exportId), download(client, exportId)])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 404])
    await Promise.all(both.map((answer) => answer.arrayBuffer()))
    expect((await client.call('GET /auth/user/export')).data.export?.state).toBe('gone')
    // The delivered file is deleted once the answer has ended, which the client does not wait for.
    await expect
      .poll(() => server.db.row(sql`select 1 from account_export_part where export_id = ${exportId}`))
      .toBeUndefined()

    const next = await exportOf(client)
    server.clock.time += 2 * dayMs
    await client.signIn(`person${people - 1}@test.si`)
    expect((await download(client, next)).status).toBe(404)
    await deleteDueAccounts(server.deps)
    expect((await client.call('GET /auth/user/export')).data.export).toBe(null)
  })

  test('is gathered in slices, between which other work can run', async () => {
    const { id, homeId } = await newPerson()
    const audit = { actor: { userId: id }, address: null, at: server.clock.time }
    for (let entry = 0; entry < 450; entry++) await recordAudit(server.db, audit, { action: 'sign_out' })
    const { controllerId } = await insertController(server.db, homeId)
    await server.db.run(sql`
      insert into series (location_id, id, controller_id, device_key, metric, source, sign)
      values (${homeId}, 1, ${controllerId}, 'grid', 'energy_import', 'counter', 1)`)
    await server.db.run(sql`
      insert into energy_hour (location_id, series_id, hour, s0, total)
      select ${homeId}, 1, timestamptz '2026-03-01 00:00Z' + hour * interval '1 hour', 1, 1 from generate_series(1, 2000) as hour`)
    const { db } = server
    let [all, sinceTurn, mostInTurn] = [0, 0, 0]
    const watched = new Proxy(db, {
      get: (target, name) =>
        name === 'rows'
          ? async (statement: never) => {
              const rows = await target.rows(statement)
              all += rows.length
              sinceTurn += rows.length
              mostInTurn = Math.max(mostInTurn, sinceTurn)
              return rows
            }
          : Reflect.get(target, name),
    })
    const job = await server.deps.jobs.run({ kind: 'account_export' }, async () => {})
    const exportId = await insertExport(db, {
      userId: id,
      jobId: job.id,
      now: server.clock.time,
      expiresAt: server.clock.time,
    })
    const report = async () => {
      sinceTurn = 0
    }
    const progress = { id: 0, db: watched, report }
    await gatherOwnData(progress, { exportId, userId: id, now: server.clock.time })
    expect(all).toBeGreaterThan(2451)
    expect(mostInTurn).toBeLessThan(250)
    const parts = await db.rows<{ content: Uint8Array }>(
      sql`select content from account_export_part where export_id = ${exportId} order by position`,
    )
    const files = readFiles(Buffer.concat(parts.map(({ content }) => content)))
    expect(JSON.parse(files['audit_log.json']!)).toHaveLength(451)
    const energy = Object.entries(files).filter(([name]) => name.startsWith('energy/'))
    expect(energy.map(([, text]) => text.split('\n').length - 2)).toEqual([1440, 560])
  })

  test('waits while another one is gathered', async () => {
    const { client } = await newPerson()
    const held = Promise.withResolvers<void>()
    const other = await server.deps.jobs.run({ kind: 'account_export', takesTurns: true }, () => held.promise)
    await client.call('POST /auth/user/export')
    const stateOf = async () => (await client.call('GET /auth/user/export')).data.export?.state
    const states = new Set<string | undefined>()
    for (let look = 0; look < 50; look++) states.add(await stateOf())
    expect([...states]).toEqual(['running'])
    held.resolve()
    await other.finished
    await expect.poll(stateOf).toBe('ready')
  })

  test('that another one has replaced ends without a server error, and the other one is complete', async () => {
    const { client, id: userId } = await newPerson()
    const held = Promise.withResolvers<void>()
    await server.deps.jobs.run({ kind: 'account_export', takesTurns: true }, () => held.promise)
    await client.call('POST /auth/user/export')
    await client.call('POST /auth/user/export')
    held.resolve()
    await expect
      .poll(() =>
        server.db.rows(
          sql`select state, error from job where created_by = ${userId} and kind = 'account_export' order by id`,
        ),
      )
      .toEqual([
        { state: 'failed', error: 'conflict' },
        { state: 'done', error: null },
      ])
    expect((await client.call('GET /auth/user/export')).data.export?.state).toBe('ready')
  })

  test('whose process ended too early has failed, and can be requested again', async () => {
    const { client, id: userId } = await newPerson()
    const now = server.clock.time
    const job = await server.deps.jobs.run(
      { kind: 'account_export' },
      async () => {},
      async (tx, jobId) => {
        await insertExport(tx, { userId, jobId, now, expiresAt: now + dayMs })
      },
    )
    await job.finished
    expect((await client.call('GET /auth/user/export')).data.export?.state).toBe('failed')
    const exportId = await exportOf(client)
    expect((await download(client, exportId)).status).toBe(200)
  })

  test('cannot be requested endlessly', async () => {
    const { client } = await newPerson()
    const codes: (string | undefined)[] = []
    for (let round = 0; round < 6; round++)
      codes.push((await client.call('POST /auth/user/export')).error?.code)
    expect(codes.at(-1)).toBe('too_many_attempts')
  })
})

describe('deleting an account', () => {
  const ask = (client: TestClient, email: string) =>
    client.call('POST /auth/user/deletion', { body: { email } })
  const exists = async (id: number) =>
    (await server.db.row(sql`select 1 from app_user where id = ${id}`)) !== undefined

  test('requires the own address, signs out everywhere and is confirmed by mail', async () => {
    const { client, email, id } = await newPerson()
    const other = server.client()
    await other.signIn(email)
    expect((await ask(client, 'somebody@test.si')).error?.fields).toEqual({ email: 'is_not' })
    expect((await ask(client, ` ${email.toUpperCase()} `)).data.deletion_due_at).toBe(
      server.clock.time + 30 * dayMs,
    )
    for (const session of [client, other]) expect((await session.call('GET /auth/user')).status).toBe(401)
    const mail = await server.db.row<{ kind: string }>(
      sql`select kind from mail where recipient = ${email} order by id desc`,
    )
    expect(mail?.kind).toBe('account_deletion')
    expect(await exists(id)).toBe(true)
  })

  test('is cancelled by signing in', async () => {
    const { client, email, id } = await newPerson()
    await ask(client, email)
    server.clock.time += 29 * dayMs
    await deleteDueAccounts(server.deps)
    await client.signIn(email)
    server.clock.time += 30 * dayMs
    await deleteDueAccounts(server.deps)
    expect(await exists(id)).toBe(true)
    await client.signIn(email)
    const actions = await server.db.rows<{ action: string }>(
      sql`select action from audit_log where user_id = ${id} order by id`,
    )
    expect(actions.filter(({ action }) => action === 'deletion_cancelled')).toHaveLength(1)
  })

  test('deletes the person and homes that were theirs alone; what others use stays, without them', async () => {
    const { client, email, id, homeId } = await newPerson()
    const friend = await newPerson()
    const sharedId = await insertLocation(server.db, {
      companyId: sun.companyId,
      locationGroupId: sun.rootGroupId,
      ownerId: id,
    })
    await shareLocation(server.db, friend.id, sharedId)
    // The person's own entry at their home, as it remains after a hand-over, does not make it somebody else's.
    await shareLocation(server.db, id, homeId)
    const { controllerId } = await insertController(server.db, homeId, [{ key: 'grid', category: 'GRID' }])
    await server.db.run(sql`
      insert into energy_hour (location_id, series_id, hour, s0, total)
      values (${homeId}, 1, ${new Date(server.clock.time)}, 1, 1)`)
    await ask(client, email)
    server.clock.time += 30 * dayMs
    await deleteDueAccounts(server.deps)
    expect(await exists(id)).toBe(false)
    expect(await server.db.row(sql`select 1 from location where id = ${homeId}`)).toBeUndefined()
    expect(await server.db.row(sql`select 1 from energy_hour where location_id = ${homeId}`)).toBeUndefined()
    expect(await server.db.row(sql`select 1 from controller where id = ${controllerId}`)).toBeUndefined()
    expect(await server.db.row(sql`select owner_id from location where id = ${sharedId}`)).toEqual({
      owner_id: null,
    })
    expect(await server.db.row(sql`select 1 from mail where recipient = ${email}`)).toBeUndefined()
    const last = await server.db.row(
      sql`select action, user_id, actor_id from audit_log order by id desc limit 1`,
    )
    expect(last).toEqual({ action: 'account_deleted', user_id: id, actor_id: null })
    const job = await server.db.row(
      sql`select state from job where kind = 'account_deletion' order by id desc limit 1`,
    )
    expect(job).toEqual({ state: 'done' })
  })

  test('is refused for a super admin, and does not happen to somebody who has become one', async () => {
    const adminId = await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
    const admin = server.client()
    await admin.signIn('admin@test.si')
    expect((await ask(admin, 'admin@test.si')).error?.code).toBe('super_admin_stays')
    await server.db.run(sql`update app_user set deletion_due_at = ${new Date(0)} where id = ${adminId}`)
    await deleteDueAccounts(server.deps)
    expect(await exists(adminId)).toBe(true)
  })

  test('a super admin asks support for it, by one mail a day', async () => {
    await insertUser(server.db, 'chief@test.si', 'ROLE_SUPER_ADMIN')
    const chief = server.client()
    await chief.signIn('chief@test.si')
    const request = () => chief.call('POST /auth/user/deletion-request')
    expect((await request()).error?.code).toBe('super_admin_stays')
    await chief.call('PUT /site/settings', { body: { supportEmail: 'help@test.si' } })
    const first = await request()
    expect((await request()).data).toEqual(first.data)
    const mails = await server.db.rows(sql`select kind, recipient from mail where kind = 'manual_deletion'`)
    expect(mails).toEqual([{ kind: 'manual_deletion', recipient: 'help@test.si' }])
    const { client } = await newPerson()
    expect((await client.call('POST /auth/user/deletion-request')).error?.code).toBe('not_allowed')
  })
})

test('the audit log cannot be changed', async () => {
  for (const change of [
    sql`delete from audit_log`,
    sql`update audit_log set action = 'x'`,
    sql`truncate audit_log cascade`,
  ])
    await expect(server.db.run(change)).rejects.toThrow('append-only')
})
