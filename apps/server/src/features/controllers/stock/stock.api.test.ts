import { randomBytes } from 'node:crypto'
import { createSerial } from '@ohmstead/domain/fleet/serial'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../../testing/test-world.ts'
import { connectController, publish, until } from '../../link/link-test-kit.ts'
import { forgetOldCredentials } from './stock-queries.ts'

const day = 86_400_000
let server: TestServer
let company: { companyId: number; rootGroupId: number }
let foreign: { companyId: number; rootGroupId: number }
let agent: TestClient
let colleague: TestClient

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  company = await insertCompany(server.db, 'Alpha')
  foreign = await insertCompany(server.db, 'Beta')
  for (const name of ['agent', 'colleague'])
    await insertUser(server.db, `${name}@test.si`, 'ROLE_AGGREGATOR', { companyIds: [company.companyId] })
  agent = server.client()
  colleague = server.client()
  await agent.signIn('agent@test.si')
  await colleague.signIn('colleague@test.si')
})
afterAll(() => server.stop())

const params = () => ({ companyId: company.companyId })
const address = (path: string) => `${server.url}/api/companies/${company.companyId}${path}`

async function awaitJob(jobId: number) {
  return until(async () => {
    const row = await server.db.row<{ state: string; detail: { batchId: number } }>(
      sql`select state, detail from job where id = ${jobId} and state not in ('queued', 'running')`,
    )
    return row ?? null
  })
}

async function make(count: number, alias: string | null = null) {
  const { data } = await agent.call('POST /companies/:companyId/controller-stock', {
    params: params(),
    body: { kind: 'CONTROLLER', count, alias },
  })
  return awaitJob(data!.job_id)
}

const get = (client: TestClient, path: string) => fetch(address(path), { headers: { cookie: client.cookie } })
const sendCsv = async (text: string) => {
  const answer = await fetch(address('/controller-stock/csv'), {
    method: 'POST',
    body: text,
    headers: { cookie: agent.cookie, 'content-type': 'text/csv', 'x-requested-with': 'ohmstead' },
  })
  return ((await answer.json()) as { data: { job_id: number | null; problems: object[] } }).data
}
const list = async (client = agent, search = '') =>
  (await client.call('GET /companies/:companyId/controller-stock', { params: params(), query: { search } }))
    .data!
const batches = async (client = agent) =>
  (await client.call('GET /companies/:companyId/controller-batches', { params: params() })).data!.batches

describe('making controllers', () => {
  it('gives each a serial and credentials that work, readable for a day by whoever made them', async () => {
    const { state, detail } = await make(3, 'Handed out')
    expect(state).toBe('done')
    const { batchId } = detail
    const path = `/controller-batches/${batchId}/credentials`
    const file = await (await get(agent, path)).text()
    const [head, ...rows] = file
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    expect(rows).toHaveLength(3)
    const one = Object.fromEntries(head!.map((name, index) => [name, rows[0]![index]!]))
    const unit = { serial: one.serial!, password: one.mqtt_password! }
    const client = await connectController(server.deps.link.mqttPort!, unit)
    await publish(client, unit, 'data', { samples: [{ values: { 'grid/power': 1 } }] })
    await server.deps.link.flush()
    const [found] = (await list(agent, unit.serial)).controllers
    expect(found).toMatchObject({
      state: 'waiting',
      alias: 'Handed out',
      waiting_messages: 1,
      location: null,
    })
    await client.endAsync()

    expect((await get(colleague, path)).status).toBe(403)
    expect((await batches(colleague))[0]).toMatchObject({ id: batchId, may_download: false })
    const stored = await server.db.row(sql`select * from controller_batch where id = ${batchId}`)
    expect(JSON.stringify(stored)).not.toContain(unit.password)
    const read = await server.db.rows(
      sql`select 1 from audit_log where action = 'controller_credentials_downloaded'`,
    )
    expect(read).toHaveLength(1)
    const setEnd = (at: number) =>
      server.db.run(
        sql`update controller_batch set credentials_until = ${new Date(at)} where id = ${batchId}`,
      )
    expect((await batches())[0]!.credentials_until).toBe(server.clock.time + day)
    await setEnd(server.clock.time)
    expect((await get(agent, path)).status).toBe(410)
    await setEnd(server.clock.time + day)
    expect((await get(agent, path)).status).toBe(200)
    await agent.call('DELETE /companies/:companyId/controller-batches/:batchId/credentials', {
      params: { ...params(), batchId },
    })
    expect((await get(agent, path)).status).toBe(410)
    expect((await batches())[0]!.credentials_until).toBeNull()
  })

  it('keeps no credentials once their day is over', async () => {
    const { batchId } = (await make(1)).detail
    const find = () =>
      server.db.row(
        sql`select credentials is not null as is_there from controller_batch where id = ${batchId}`,
      )
    await forgetOldCredentials(server.db, server.clock.time + day - 1)
    expect(await find()).toEqual({ is_there: true })
    await forgetOldCredentials(server.db, server.clock.time + day)
    expect(await find()).toEqual({ is_there: false })
  })

  it('is all or nothing: cancelled, none is there', async () => {
    const before = (await list()).total
    const { data } = await agent.call('POST /companies/:companyId/controller-stock', {
      params: params(),
      body: { kind: 'GATEWAY', count: 10_000 },
    })
    await agent.call('POST /jobs/:jobId/cancel', { params: { jobId: data!.job_id } })
    expect((await awaitJob(data!.job_id)).state).toBe('cancelled')
    expect((await list()).total).toBe(before)
  })

  it('leaves nothing at the broker if the database refuses', async () => {
    const serial = createSerial(randomBytes(15))
    const removed = vi.spyOn(server.deps.link, 'removeBrokerPasswords')
    const insert = () => sendCsv(`kind,serial\nCONTROLLER,${serial}\n`)
    const jobs = (await Promise.all([insert(), insert()])).flatMap(({ job_id }) => job_id ?? [])
    const states = (await Promise.all(jobs.map(awaitJob))).map(({ state }) => state)
    expect(states.filter((state) => state === 'done')).toHaveLength(1)
    expect(removed).toHaveBeenCalledTimes(states.length - 1)
  })
})

describe('a file', () => {
  it('makes what it says, with serials of its own or new ones', async () => {
    const serial = createSerial(randomBytes(15))
    const { job_id, problems } = await sendCsv(
      `Name;Kind;Serial;Protocol\r\n"Attic; left";p1 wifi;${serial.toLowerCase()};\r\nCellar;GATEWAY;;evcc\r\n`,
    )
    expect(problems).toEqual([])
    expect((await awaitJob(job_id!)).state).toBe('done')
    expect((await list()).controllers.slice(0, 2)).toMatchObject([
      { alias: 'Cellar', kind: 'GATEWAY', protocol: 'evcc', state: 'new' },
      { alias: 'Attic; left', kind: 'P1_WIFI', unit_id: serial, protocol: 'ems' },
    ])
  })

  it('with rows that cannot be read makes nothing, and names each', async () => {
    const { total, controllers } = await list()
    const taken = controllers[0]!.unit_id
    const answer = await sendCsv(
      ['kind,name,serial', 'CONTROLLER,ok,', 'FRIDGE,a,', `GATEWAY,b,${taken.slice(0, 18)}U`, ''].join('\n'),
    )
    expect(answer).toEqual({
      job_id: null,
      problems: [
        { line: 3, reason: 'kind', value: 'FRIDGE' },
        { line: 4, reason: 'serial', value: `${taken.slice(0, 18)}U` },
      ],
    })
    expect((await sendCsv(`kind,serial\nGATEWAY,${taken}\n`)).problems).toEqual([
      { line: 2, reason: 'serial_taken', value: taken },
    ])
    expect((await sendCsv('colour\nred\n')).problems).toMatchObject([{ line: 1, reason: 'columns' }])
    expect((await list()).total).toBe(total)
  })
})

describe('the stock', () => {
  it('is deleted only as long as nobody has linked it', async () => {
    const { detail } = await make(2)
    const ids = (await list()).controllers.filter(({ batch_id }) => batch_id === detail.batchId)
    const place = { companyId: foreign.companyId, locationGroupId: foreign.rootGroupId }
    const locationId = await insertLocation(server.db, place)
    await server.db.run(sql`update controller set location_id = ${locationId} where id = ${ids[0]!.id}`)
    const [linked] = (await list(agent, ids[0]!.unit_id)).controllers
    expect(linked).toMatchObject({ state: 'linked', location: null })
    const { data } = await agent.call('DELETE /companies/:companyId/controller-stock', {
      params: params(),
      body: { controllerIds: ids.map(({ id }) => id) },
    })
    expect(data).toEqual({ deleted: 1 })
    expect((await list(agent, ids[1]!.unit_id)).total).toBe(0)
  })

  it('of another company does not exist', async () => {
    const of = { params: { companyId: foreign.companyId } }
    expect((await agent.call('GET /companies/:companyId/controller-stock', of)).status).toBe(404)
    const { detail } = await make(1)
    const path = `/controller-batches/${detail.batchId}/labels?locale=en`
    const labels = await get(agent, path)
    expect([labels.status, labels.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const elsewhere = await agent.request('GET', `/companies/${foreign.companyId}${path}`)
    expect(elsewhere.status).toBe(404)
    const [own] = (await list()).controllers
    await server.db.run(
      sql`update controller set stock_company_id = ${foreign.companyId} where id = ${own!.id}`,
    )
    const remove = { params: params(), body: { controllerIds: [own!.id] } }
    const { data } = await agent.call('DELETE /companies/:companyId/controller-stock', remove)
    expect(data).toEqual({ deleted: 0 })
  })
})
