import type { SharingStatementView } from '@ohmstead/contract/energy-sharing-results'
import { addExact, compareExact, parseExact, zero } from '@ohmstead/domain/money/exact'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { evaluate, readSheets } from '../../testing/evaluate-workbook.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { insertPriceList } from '../../testing/insert-price-list.ts'
import {
  insertSharingGroup,
  insertSharingKey,
  insertSharingMember,
} from '../../testing/insert-sharing-group.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'

type Who = 'organiser' | 'ana' | 'bor' | 'cene' | 'stranger' | 'admin'

let server: TestServer
const clients = {} as Record<Who, TestClient>
const ids = {} as Record<Who, number>
const points = {} as Record<'ana' | 'bor' | 'cene', number>
const members = {} as Record<'ana' | 'bor' | 'cene', number>
let groupId = 0
let listId = 0
const month = '2026-03'
const hostile = '=1+1<script>\u202e"\uFFFE&amp;'

const sun = (startMs: number) =>
  Math.max(0, 4 * Math.sin(((((startMs / 3_600_000) % 24) - 5) / 12) * Math.PI))

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  for (const name of ['organiser', 'ana', 'bor', 'cene', 'stranger', 'admin'] as const) {
    const role = name === 'admin' ? 'ROLE_SUPER_ADMIN' : 'ROLE_USER_BASIC'
    ids[name] = await insertUser(db, `${name}@test.si`, role, { firstName: name })
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
  groupId = await insertSharingGroup(db, {
    ownerId: ids.organiser,
    priceTerms: { kind: 'fixed', perKwh: '0.08' },
    organiser: { name: 'GEN-I', senderFeePerMonth: '4.99', receiverFeePerMonth: '0.99' },
  })
  for (const [at, name] of (['ana', 'bor', 'cene'] as const).entries()) {
    points[name] = await insertMeteringPoint(db, ids[name], `4-000000${at}`)
    const isSender = name === 'ana'
    await insertQuarterHours(
      db,
      points[name],
      ['2026-03-01', '2026-04-01'],
      (ms) => (isSender ? (sun(ms) > 0 ? 0 : 0.5) : livingPower(ms) / (at + 1)),
      isSender ? sun : null,
    )
    listId = await insertPriceList(
      db,
      { userId: ids[name] },
      {
        hasExportPrice: isSender,
        sell: isSender ? { kind: 'fixed', t0: '0.05', t1: null, t2: null } : null,
        network: { kind: 'published' } as never,
        taxes: { published: true, rows: [] },
      },
    )
    members[name] = await insertSharingMember(db, groupId, {
      name: `Member ${name}`,
      role: isSender ? 'sender' : 'receiver',
      deviceId: points[name],
      priceListId: listId,
      sharedShare: isSender ? '0.8' : '0',
    })
  }
  await insertSharingKey(db, groupId, {
    kind: 'static',
    shares: { [members.bor]: '0.6', [members.cene]: '0.4' },
  })
})
afterAll(() => server.stop())

const params = () => ({ sharingGroupId: groupId })

async function waitForJob(jobId: number) {
  await vi.waitUntil(
    async () => {
      const row = await server.db.row<{ state: string }>(sql`select state from job where id = ${jobId}`)
      return row!.state !== 'running' && row!.state !== 'queued'
    },
    { timeout: 30_000 },
  )
  return (await server.db.row<{ state: string; error: string | null }>(
    sql`select state, error from job where id = ${jobId}`,
  ))!
}

async function settle(client = clients.organiser, of = month) {
  const answer = await client.call('POST /sharing-groups/:sharingGroupId/statements', {
    params: params(),
    body: { month: of },
  })
  return waitForJob(answer.data.job.id)
}

const list = (client: TestClient, query: { month?: string } = { month }) =>
  client.call('GET /sharing-groups/:sharingGroupId/statements', { params: params(), query: query as never })

const sumOf = (texts: (string | null)[]) => texts.map((text) => parseExact(text!)).reduce(addExact, zero)
const newest = (all: SharingStatementView[]) => all.filter(({ replacedBy }) => replacedBy === null)
const idOf = (all: SharingStatementView[], memberId: number) =>
  newest(all).find((one) => one.memberId === memberId)!.id

test('only the organiser settles, and only months that have ended', async () => {
  for (const client of [clients.ana, clients.stranger]) {
    const answer = await client.call('POST /sharing-groups/:sharingGroupId/statements', {
      params: params(),
      body: { month },
    })
    expect(answer.error?.code).toBe('not_found')
  }
  const early = await clients.organiser.call('POST /sharing-groups/:sharingGroupId/statements', {
    params: params(),
    body: { month: '2026-06' },
  })
  expect(early.error?.fields).toEqual({ month: 'future_date' })
})

test('the statements of a month add up to the milliwatt-hour and the cent', async () => {
  expect(await settle()).toEqual({ state: 'done', error: null })
  const { statements, totals, checks, months, job } = (await list(clients.organiser)).data
  expect(job).toBe(null)
  expect(months).toMatchObject([{ month, statements: 3, outdated: 0 }])
  expect(statements.map(({ memberName, version, cause }) => [memberName, version, cause])).toEqual([
    ['Member ana', 1, []],
    ['Member bor', 1, []],
    ['Member cene', 1, []],
  ])
  expect(checks.length).toBeGreaterThan(3)
  expect(checks.filter(({ holds }) => !holds)).toEqual([])
  const energy = (name: keyof SharingStatementView['energies']) =>
    statements.reduce((sum, { energies }) => sum + energies[name], 0)
  expect(energy('givenMilliWh')).toBeGreaterThan(0)
  expect(energy('givenMilliWh')).toBe(energy('allottedMilliWh'))
  expect(energy('allottedMilliWh')).toBe(energy('receivedMilliWh') + energy('unusedMilliWh'))
  expect(energy('importMilliWh')).toBe(energy('receivedMilliWh') + energy('suppliedMilliWh'))
  expect(totals?.energies.givenMilliWh).toBe(energy('givenMilliWh'))
  expect(
    compareExact(
      sumOf(statements.map(({ money }) => money.paid)),
      sumOf(statements.map(({ money }) => money.earned)),
    ),
  ).toBe(0)
  expect(statements[0]!.money.fees).toMatchObject({ net: '4.99', vat: '1.10', gross: '6.09' })
  expect(statements.every(({ money }) => money.benefit !== null)).toBe(true)
})

test('a member reads its own statement and nothing of another one', async () => {
  const all = (await list(clients.organiser)).data.statements
  const own = (await list(clients.bor)).data
  expect(own.statements).toMatchObject([{ memberId: members.bor, isOwn: true }])
  expect(own).toMatchObject({ totals: null, checks: [], job: null })
  expect(own.months).toMatchObject([{ statements: 1 }])
  const detail = await clients.bor.call('GET /sharing-groups/:sharingGroupId/statements/:statementId', {
    params: { ...params(), statementId: own.statements[0]!.id },
  })
  expect(detail.data.statement).toMatchObject({
    memberName: 'Member bor',
    role: 'receiver',
    organiserName: 'GEN-I',
  })
  expect(detail.data.statement.aloneBill.months).toHaveLength(1)
  const text = JSON.stringify([own, detail.data, (await list(clients.bor, {})).data])
  for (const other of all.filter(({ memberId }) => memberId !== members.bor)) {
    expect(text).not.toContain(other.memberName)
    expect(text).not.toContain(String(other.energies.importMilliWh))
    expect(text).not.toContain(`"${other.money.alone}"`)
    for (const client of [clients.bor, clients.stranger]) {
      const refused = await client.call('GET /sharing-groups/:sharingGroupId/statements/:statementId', {
        params: { ...params(), statementId: other.id },
      })
      expect(refused.error?.code).toBe('not_found')
      const file = await client.call('GET /sharing-groups/:sharingGroupId/statements/:statementId/file', {
        params: { ...params(), statementId: other.id },
      })
      expect(file.error?.code).toBe('not_found')
    }
  }
  expect((await list(clients.stranger)).error?.code).toBe('not_found')
  expect((await list(clients.admin)).data.statements).toHaveLength(3)
})

test('an organiser’s own statements of all months come before those of the others, of which there may be too many', async () => {
  const ownedBy = (name: Who) =>
    server.db.run(sql`update sharing_group set owner_id = ${ids[name]} where id = ${groupId}`)
  await ownedBy('bor')
  const { statements } = (await list(clients.bor, {})).data
  await ownedBy('organiser')
  expect(statements.map(({ memberId }) => memberId)).toEqual([members.bor, members.ana, members.cene])
})

test('a member sees its own share of a key only', async () => {
  const shares = async (client: TestClient) => {
    const { keys } = (await client.call('GET /sharing-groups/:sharingGroupId', { params: params() })).data
      .group
    return keys.map(({ key }) => (key.kind === 'static' ? key.shares : null))
  }
  expect(await shares(clients.bor)).toEqual([{ [members.bor]: '0.6' }])
  expect(await shares(clients.ana)).toEqual([{}])
  expect(await shares(clients.organiser)).toEqual([{ [members.bor]: '0.6', [members.cene]: '0.4' }])
})

test('quarter-hours sum to the statement, and a member gets its own only', async () => {
  const from = Date.UTC(2026, 1, 28, 23)
  const to = Date.UTC(2026, 2, 31, 22)
  const read = (client: TestClient, query: object) =>
    client.call('GET /sharing-groups/:sharingGroupId/intervals', {
      params: params(),
      query: { from, to, ...query } as never,
    })
  const own = (await read(clients.bor, { memberId: members.bor })).data.intervals
  expect(own.members).toHaveLength(1)
  const statement = (await list(clients.bor)).data.statements[0]!
  for (const name of ['importMilliWh', 'receivedMilliWh', 'allottedMilliWh', 'unusedMilliWh'] as const)
    expect(own.members[0]![name].reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(
      statement.energies[name],
    )
  expect(own.unsettled).toEqual([])
  expect((await read(clients.bor, { memberId: members.cene })).error?.code).toBe('not_found')
  expect((await read(clients.stranger, { memberId: members.cene })).error?.code).toBe('not_found')
  expect((await read(clients.bor, {})).error?.fields).toEqual({ to: 'range_too_long' })
  const day = { to: from + 86_400_000 }
  expect((await read(clients.bor, day)).data.intervals.members.map(({ memberId }) => memberId)).toEqual([
    members.bor,
  ])
  expect((await read(clients.organiser, day)).data.intervals.members).toHaveLength(3)
})

test('every formula of the files comes to what is stored, and the auditor’s checks hold', async () => {
  await server.db.run(sql`update sharing_member set name = ${hostile} where id = ${members.ana}`)
  const download = async (path: string) => {
    const answer = await clients.organiser.request('GET', path)
    expect(answer.status).toBe(200)
    return {
      content: new Uint8Array(await answer.arrayBuffer()),
      saveAs: answer.headers.get('content-disposition')!,
    }
  }
  const id = idOf((await list(clients.organiser)).data.statements, members.ana)
  const base = `/sharing-groups/${groupId}`
  const files = [
    await download(`${base}/settlement-file?month=${month}&locale=sl`),
    await download(`${base}/statements/${id}/file?format=xlsx`),
  ]
  for (const { content, saveAs } of files) {
    expect(saveAs).not.toMatch(/[\r\n<>]/)
    const sheets = readSheets(content)
    let formulas = 0
    for (const sheet of sheets.values()) {
      for (const { value, formula } of sheet.values()) {
        if (formula === null) continue
        formulas += 1
        expect(evaluate(sheets, sheet, formula), formula).toBeCloseTo(value as number, 6)
      }
    }
    expect(formulas).toBeGreaterThan(20)
    const texts = [...sheets.values()].flatMap((sheet) =>
      [...sheet.values()].map(({ value }) => String(value)),
    )
    expect(texts.some((text) => text.includes('=1+1'))).toBe(true)
  }
  const [summary] = [...readSheets(files[0]!.content).values()]
  const differences = [...summary!].filter(([, { formula }]) => /^ROUND\(C\d+-D\d+,6\)$/.test(formula ?? ''))
  expect(differences.map(([, { value }]) => value)).toEqual([0, 0, 0, 0, 0, 0])
  const pdf = await download(`${base}/statements/${id}/file?format=pdf&locale=sl`)
  expect(Buffer.from(pdf.content.slice(0, 5)).toString()).toBe('%PDF-')
  const refused = await clients.bor.call('GET /sharing-groups/:sharingGroupId/settlement-file', {
    params: params(),
    query: { month },
  })
  expect(refused.error?.code).toBe('not_found')
  await server.db.run(sql`update sharing_member set name = 'Member ana' where id = ${members.ana}`)
})

test('issued again, nothing is replaced as long as nothing has changed', async () => {
  await settle()
  const { statements } = (await list(clients.organiser)).data
  expect(statements.map(({ version }) => version)).toEqual([1, 1, 1])
})

test('two organisers at once issue one set', async () => {
  const start = (client: TestClient) =>
    client.call('POST /sharing-groups/:sharingGroupId/statements', { params: params(), body: { month } })
  const answers = await Promise.all([start(clients.organiser), start(clients.admin)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  for (const answer of answers) if (answer.status === 200) await waitForJob(answer.data.job.id)
  expect((await list(clients.organiser)).data.statements).toHaveLength(3)
})

test('a corrected reading makes statements outdated; issued again, the old ones stay, marked and explained', async () => {
  const before = (await list(clients.organiser)).data.statements
  await correctOneReading(points.bor)
  const outdated = (await list(clients.organiser)).data
  expect(outdated.months).toMatchObject([{ outdated: 3 }])
  expect(outdated.statements.every(({ isOutdated }) => isOutdated)).toBe(true)
  await settle()
  const after = (await list(clients.organiser)).data
  expect(after.months).toMatchObject([{ outdated: 0, statements: 3 }])
  const bors = after.statements.filter(({ memberId }) => memberId === members.bor)
  expect(bors.map(({ version, cause }) => [version, cause])).toEqual([
    [2, ['reading']],
    [1, []],
  ])
  const [second, first] = bors as [SharingStatementView, SharingStatementView]
  expect(second).toMatchObject({ replaces: first.id, replacedBy: null, isOutdated: false })
  expect(first).toMatchObject({ replacedBy: second.id, isOutdated: false, isWithdrawn: false })
  // What the old one says is what it said.
  const old = before.find(({ memberId }) => memberId === members.bor)!
  expect(first.energies).toEqual(old.energies)
  expect(first.money).toEqual(old.money)
  expect(second.energies.importMilliWh).not.toBe(first.energies.importMilliWh)
  // The reading of one leaves the statement of who is not touched by it as it is.
  expect(newest(after.statements).find(({ memberId }) => memberId === members.cene)!.version).toBe(1)
})

test('a changed price re-issues whom it concerns, and says so', async () => {
  await server.db.run(sql`
    update price_list set version = version + 1, terms = jsonb_set(terms, '{buy,t0}', '"0.19"') where id = ${listId}`)
  const { statements } = (await list(clients.organiser)).data
  expect(
    newest(statements)
      .filter(({ isOutdated }) => isOutdated)
      .map(({ memberId }) => memberId),
  ).toEqual([members.cene])
  await settle()
  const cenes = (await list(clients.organiser)).data.statements.filter(
    ({ memberId }) => memberId === members.cene,
  )
  expect(cenes.map(({ version, cause }) => [version, cause])).toEqual([
    [2, ['price']],
    [1, []],
  ])
})

test('a new key for days of the month, and another share, re-issue with their cause', async () => {
  await clients.organiser.call('PUT /sharing-groups/:sharingGroupId/key', {
    params: params(),
    body: {
      validFrom: '2026-03-10',
      key: {
        kind: 'static',
        shares: [
          { memberId: members.bor, share: '0.1' },
          { memberId: members.cene, share: '0.9' },
        ],
      },
    },
  })
  await settle()
  const bor = idOf((await list(clients.organiser)).data.statements, members.bor)
  const detail = await clients.organiser.call('GET /sharing-groups/:sharingGroupId/statements/:statementId', {
    params: { ...params(), statementId: bor },
  })
  expect(detail.data.statement).toMatchObject({ version: 3, cause: ['key'] })
  await clients.organiser.call('PUT /sharing-groups/:sharingGroupId/members/:memberId', {
    params: { ...params(), memberId: members.ana },
    body: { name: 'Member ana', role: 'sender', sharedShare: '0.5', validFrom: '2026-01-01' },
  })
  await settle()
  const ana = newest((await list(clients.organiser)).data.statements).find(
    ({ memberId }) => memberId === members.ana,
  )!
  expect(ana.cause).toEqual(['member'])
})

test('a change of the group while it is settled ends the job without a statement', async () => {
  const before = (await list(clients.organiser)).data.statements.length
  await server.db.run(sql`update sharing_group set price_terms = '{"kind": "free"}' where id = ${groupId}`)
  const share = server.deps.calculator.share
  const spy = vi.spyOn(server.deps.calculator, 'share').mockImplementation(async (task, asker) => {
    const settled = await share(task as never, asker)
    await server.db.run(sql`update sharing_group set version = version + 1 where id = ${groupId}`)
    return settled as never
  })
  expect(await settle()).toEqual({ state: 'failed', error: 'edited_meanwhile' })
  spy.mockRestore()
  expect((await list(clients.organiser)).data.statements).toHaveLength(before)
})

test('a cancelled settlement issues nothing', async () => {
  const before = (await list(clients.organiser)).data.statements.length
  const share = server.deps.calculator.share
  const spy = vi.spyOn(server.deps.calculator, 'share').mockImplementation(async (task, asker) => {
    const settled = await share(task as never, asker)
    const { jobs } = (await clients.organiser.call('GET /jobs')).data
    const jobId = jobs.find(({ kind, state }) => kind === 'sharing_settlement' && state === 'running')!.id
    await clients.organiser.call('POST /jobs/:jobId/cancel', { params: { jobId } })
    return settled as never
  })
  expect((await settle()).state).toBe('cancelled')
  spy.mockRestore()
  expect((await list(clients.organiser)).data.statements).toHaveLength(before)
})

test('missing readings leave quarter-hours unsettled, and the statement says so', async () => {
  await insertQuarterHours(server.db, points.ana, ['2026-04-01', '2026-05-01'], () => 0.4, sun)
  await insertQuarterHours(server.db, points.bor, ['2026-04-01', '2026-04-20'], livingPower)
  await insertQuarterHours(server.db, points.cene, ['2026-04-01', '2026-05-01'], livingPower)
  await settle(clients.organiser, '2026-04')
  const { statements, months } = (await list(clients.organiser, { month: '2026-04' })).data
  expect(months[0]).toMatchObject({ month: '2026-04', isProvisional: true })
  for (const { quality, caveats } of statements) {
    expect(quality.unsettled).toBe(11 * 96)
    expect(quality.isProvisional).toBe(true)
    expect(caveats).toContainEqual({ kind: 'unsettledIntervals', count: 11 * 96 })
  }
  expect(statements.find(({ memberId }) => memberId === members.bor)!.quality.missing).toBe(11 * 96)
  await insertQuarterHours(server.db, points.bor, ['2026-04-20', '2026-05-01'], livingPower)
  await settle(clients.organiser, '2026-04')
  const settled = newest((await list(clients.organiser, { month: '2026-04' })).data.statements)
  expect(settled.map(({ version, quality }) => [version, quality.unsettled])).toEqual([
    [2, 0],
    [2, 0],
    [2, 0],
  ])
})

test('a simulation says what each would have had under every kind of key, and becomes outdated', async () => {
  const start = await clients.organiser.call('POST /sharing-groups/:sharingGroupId/simulations', {
    params: params(),
    body: { from: '2026-03', to: '2026-04' },
  })
  await waitForJob(start.data.simulation.jobId!)
  // 3 members: read once, and simulated and advised in steps of their own.
  expect(
    await server.db.row(sql`select done, total from job where id = ${start.data.simulation.jobId}`),
  ).toEqual({ done: 19, total: 19 })
  const read = () =>
    clients.organiser.call('GET /sharing-groups/:sharingGroupId/simulations/:simulationId', {
      params: { ...params(), simulationId: start.data.simulation.id },
    })
  const { simulation } = (await read()).data
  expect(simulation).toMatchObject({
    state: 'done',
    isOutdated: false,
    memberNames: { [members.bor]: 'Member bor' },
  })
  expect(simulation.result?.arrangements.map(({ kind }) => kind).sort()).toEqual([
    'byUse',
    'optimal',
    'static',
  ])
  expect(
    simulation.result?.advice?.arrangement?.members.every(({ isWorseOff }) => isWorseOff === false),
  ).toBe(true)
  for (const client of [clients.bor, clients.stranger]) {
    const ids = { ...params(), simulationId: simulation.id }
    const refused = await client.call('GET /sharing-groups/:sharingGroupId/simulations/:simulationId', {
      params: ids,
    })
    expect(refused.error?.code).toBe('not_found')
  }
  await correctOneReading(points.cene)
  expect((await read()).data.simulation.isOutdated).toBe(true)
})

test('a deleted account ends its membership: its months are closed, and the statements of the others stay', async () => {
  await server.db.run(sql`delete from app_user where id = ${ids.cene}`)
  const { statements, months } = (await list(clients.organiser)).data
  expect(newest(statements)).toHaveLength(3)
  expect(newest(statements).find(({ memberId }) => memberId === members.cene)!.memberName).toBe(
    `#${members.cene}`,
  )
  expect(months.every(({ outdated }) => outdated === 0)).toBe(true)
  expect((await list(clients.bor)).data.statements.length).toBeGreaterThan(0)
  const again = await clients.organiser.call('POST /sharing-groups/:sharingGroupId/statements', {
    params: params(),
    body: { month },
  })
  expect(again.error?.code).toBe('sharing_closed')
})

/** The first reading of a point on the 12th of March, a kilowatt-hour more. */
async function correctOneReading(deviceId: number): Promise<void> {
  await server.db.run(sql`
    update quarter_hour_day set is_current = false where device_id = ${deviceId} and day = '2026-03-12' and is_current`)
  const at = Date.UTC(2026, 2, 11, 23)
  const kw = (ms: number) => livingPower(ms) / 2 + (ms === at ? 4 : 0)
  await server.db.run(sql`delete from quarter_hour_day where device_id = ${deviceId} and day = '2026-03-12'`)
  await insertQuarterHours(server.db, deviceId, ['2026-03-12', '2026-03-13'], kw)
  await server.db.run(sql`
    update quarter_hour_day set version = 2 where device_id = ${deviceId} and day = '2026-03-12'`)
}
