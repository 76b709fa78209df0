import type { Api } from '@ohmstead/contract/all-endpoints'
import type { ErrorBody } from '@ohmstead/contract/errors'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { house, houseToken, type PortalWorld, startPortalWorld } from '../../../testing/portal-world.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { countDevices } from '../points/abstract-device-queries.ts'
import { getMeteringPoint } from '../points/get-metering-point.ts'
import { mostPoints } from '../points/point-limit.ts'
import { importCsv } from './import-csv.ts'

const head =
  'Merilno mesto;GSRN MM;Časovna značka;Leto;Mesec;Energija A+;Energija A-;P+ Prejeta delovna moč;Blok;Dogovorjena moč;Status odčitka A+'

let world: PortalWorld
let ana: TestClient

beforeAll(async () => {
  world = await startPortalWorld()
  ana = await world.person('ana')
})
afterAll(() => world.stop())

async function send(content: string | Buffer, client = ana) {
  const response = await fetch(`${world.server.url}/api/abstract-devices/csv`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie: client.cookie },
    body: content,
  })
  const body = (await response.json()) as {
    data: Api['POST /abstract-devices/csv']['answer']
  } & Partial<ErrorBody>
  const { code: error, place } = body.error ?? {}
  return { status: response.status, error, place, data: body.data }
}

interface Line {
  time: string
  imported?: string
  exported?: string
  status?: string
  eimm?: string
  block?: number
  agreed?: string
}
const row = (line: Line) => {
  const { time, imported = '0,2500', exported = '0', status = '', eimm = '4-7000001' } = line
  const { block = 3, agreed = '' } = line
  return `${eimm};383111570700000001;${time};2025;1;${imported};${exported};1;${block};${agreed};${status}`
}
const file = (lines: Line[]) => [head, ...lines.map(row)].join('\r\n')

/** End stamps of a local day as the portal writes them: without offset, the last one is midnight. */
function endsOf(day: string): string[] {
  const zone = 'Europe/Ljubljana'
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone)
  const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone)
  const stamps: string[] = []
  for (
    let at = start.add({ minutes: 15 });
    Temporal.ZonedDateTime.compare(at, end) <= 0;
    at = at.add({ minutes: 15 })
  )
    stamps.push(at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '))
  return stamps
}

const readings = async (deviceId: number, from: string, to = from) =>
  (await ana.call('GET /abstract-devices/:deviceId/readings', { params: { deviceId }, query: { from, to } }))
    .data

test('the portal’s export becomes a device with its readings; the same file again changes nothing', async () => {
  const content = file(
    endsOf('2025-01-15').map((time, at) => ({
      time,
      imported: `0,${String(at).padStart(6, '0')}`,
      exported: '0.1',
    })),
  )
  const { status, data } = await send(content)
  expect(status).toBe(200)
  expect(data.imported).toEqual({ days: 1, readings: 96, problems: [] })
  expect(data.device).toMatchObject({
    ...{ eimm: '4-7000001', gsrn: '383111570700000001', source: 'csv', credentials: [] },
    readings: { from: '2025-01-15', to: '2025-01-15', days: 1, missing_days: 0 },
  })
  const day = await readings(data.device.id, '2025-01-15')
  expect(day.import_milli_wh).toEqual(Array.from({ length: 96 }, (_, at) => at))
  expect(day.export_milli_wh?.[95]).toBe(100_000)
  expect((await send(content)).data.device.id).toBe(data.device.id)
  expect((await readings(data.device.id, '2025-01-15')).days).toMatchObject([{ version: 1 }])
})

test('a year of readings in either order has days of 92 and 100 where the clock changes', async () => {
  const days = ['2025-03-29', '2025-03-30', '2025-03-31', '2025-10-25', '2025-10-26', '2025-10-27']
  const lines = days.flatMap(endsOf).map((time, at) => ({ time, imported: `${at}` }))
  expect(lines).toHaveLength(6 * 96)
  const there = (await send(file(lines.map((line) => ({ ...line, eimm: '4-7000002' }))))).data
  const back = (await send(file(lines.toReversed().map((line) => ({ ...line, eimm: '4-7000003' }))))).data
  expect(there.imported).toMatchObject({ days: 6, readings: 576, problems: [] })
  expect(back.imported).toEqual(there.imported)
  const spring = await readings(there.device.id, '2025-03-30')
  const autumn = await readings(there.device.id, '2025-10-26')
  expect(spring.import_milli_wh).toEqual(Array.from({ length: 92 }, (_, at) => (96 + at) * 1_000_000))
  expect(autumn.import_milli_wh).toEqual(
    Array.from({ length: 100 }, (_, at) => (96 + 92 + 96 + 96 + at) * 1_000_000),
  )
  expect((await readings(back.device.id, '2025-10-26')).import_milli_wh).toEqual(autumn.import_milli_wh)
})

test('accepts commas, dots, dotted dates and another encoding as spreadsheets write them', async () => {
  const [first = '', ...rest] = file([
    { time: '1.2.2025 0:15:00', imported: '1.5', eimm: '4-7000004' },
    { time: '1.2.2025 0:30', imported: '2,5', eimm: '4-7000004' },
    { time: '2025-02-01T00:45', imported: '', eimm: '4-7000004' },
  ]).split('\r\n')
  // The same letters in windows-1250.
  const bytes = Buffer.from(
    [first, ...rest].join('\n').replaceAll('Č', '\xc8').replaceAll('č', '\xe8').replaceAll('ž', '\x9e'),
    'latin1',
  )
  const windows = bytes.toString('latin1').replace('zna\xe8ka', 'zna\xe8ka')
  const { data } = await send(Buffer.from(windows.replace('odčitka', 'od\xe8itka'), 'latin1'))
  expect(data.imported).toMatchObject({ days: 1, readings: 2 })
  const day = await readings(data.device.id, '2025-02-01')
  expect(day.import_milli_wh.slice(0, 3)).toEqual([1_500_000, 2_500_000, null])
  const comma = file([{ time: '2025-02-02 00:15', imported: '0.25', eimm: '4-7000004' }]).replaceAll(';', ',')
  expect((await send(comma)).data.imported.readings).toBe(1)
})

test('reports duplicates, contradictions, negative, absurd, future and non-numeric values', async () => {
  const at = (minute: string) => `2025-04-01 10:${minute}:00`
  const { data } = await send(
    file(
      [
        { time: at('15') },
        { time: at('15') },
        { time: at('30'), imported: '0,1' },
        { time: at('30'), imported: '0,2' },
        { time: at('45'), imported: '-1' },
        { time: '2025-04-01 11:00:00', imported: 'x' },
        { time: '2025-04-01 11:15:00', imported: '999999999' },
        { time: '2025-04-01 11:20:00' },
        { time: '2099-01-01 00:15:00' },
        { time: 'yesterday' },
        { time: '2025-04-01 12:00:00', status: '1.5.259', imported: '0' },
        { time: '2025-04-01 12:15:00', status: '3.8.0' },
        { time: '2025-04-01 12:30:00', status: '1.2.32' },
      ].map((line) => ({ ...line, eimm: '4-7000005' })),
    ),
  )
  const kinds = Object.fromEntries(data.imported.problems.map(({ kind, count }) => [kind, count]))
  expect(kinds).toEqual({
    duplicate: 1,
    conflict: 1,
    negative: 1,
    unreadable: 2,
    tooLarge: 1,
    offGrid: 1,
    future: 1,
  })
  expect(data.imported.problems.find(({ kind }) => kind === 'unreadable')?.first).toBe(7)
  const { quality, import_milli_wh } = await readings(data.device.id, '2025-04-01')
  expect(quality.slice(40, 50)).toBe('..mmmmmme.')
  expect(import_milli_wh[41]).toBe(200_000)
})

test('a file without the EIMM is assigned to the point with its GSRN', async () => {
  const lines = endsOf('2025-01-16').map((time) => ({ time }))
  const { data } = await send(file(lines))
  const spoilt = await send(file(lines.map((line) => ({ ...line, eimm: 'apr.67' }))))
  expect(spoilt.data.device).toMatchObject({ id: data.device.id, eimm: '4-7000001' })
  expect((await send(file(lines).replaceAll('383111570700000001', ''))).data.device.id).toBe(data.device.id)
})

test('another file is refused with the name of the right one', async () => {
  expect((await send('')).error).toBe('csv_empty')
  expect((await send(head)).error).toBe('csv_empty')
  expect((await send('a;b;c\n1;2;3')).error).toBe('csv_unknown_columns')
  expect((await send('Datum;PREJETA DELOVNA ENERGIJA ET;VRSTA STANJA\n1.1.2025;1;S')).error).toBe(
    'csv_not_quarter_hours',
  )
  const two = file([{ time: '2025-01-01 00:15' }, { time: '2025-01-01 00:30', eimm: '4-7000009' }])
  expect((await send(two)).error).toBe('csv_several_points')
  expect((await send(file([{ time: '2099-01-01 00:15' }]))).error).toBe('csv_empty')
  const json = await ana.request('POST', '/abstract-devices/csv', { body: { data: 'x' } })
  expect(json.status).toBe(400)
})

test('the agreed powers of a file are those of the point until its owner enters others', async () => {
  const year = (number: number, agreed: string) =>
    [1, 2, 3, 4, 5].map((block) => ({
      ...{ time: `${number}-${block < 5 ? '01' : '07'}-15 0${block}:00`, block, agreed, eimm: '4-7000050' },
    }))
  const first = (await send(file(year(2024, '3,6')))).data.device
  expect(first.consumerInfo).toMatchObject({
    powerLimits: [{ block1: 3.6, block5: 3.6, dateFrom: '2024-01-01', dateTo: '9999-12-31' }],
    manual: [],
  })
  const second = (await send(file(year(2025, '5')))).data.device
  const rangesOf = (device: typeof second) =>
    device.consumerInfo?.powerLimits?.map(({ block1, dateFrom, limitSetBy }) => [
      ...[block1, dateFrom, limitSetBy],
    ])
  expect(rangesOf(second)).toEqual([
    [3.6, '2024-01-01', 'operator'],
    [5, '2025-01-01', 'operator'],
  ])
  expect(second.consumerInfo?.assumed).toContain('limitSetBy')
  const own = {
    agreedPowers: [4, 4, 4, 4, 4] as [number, number, number, number, number],
    limitSetBy: 'user' as const,
  }
  const { data } = await ana.call('PUT /abstract-devices/:deviceId/consumer-info', {
    params: { deviceId: second.id },
    body: own,
  })
  expect(rangesOf(data.device)).toEqual([[4, '2024-10-01', 'user']])
  expect(data.device.consumerInfo?.manual).toEqual(['powerLimits', 'limitSetBy'])
  expect(data.device.consumerInfo?.assumed).not.toContain('limitSetBy')
})

test('a file leaves the register of a point that the portal itself is asked for', async () => {
  const eva = await world.person('eva')
  const deviceId = await world.addPoint(eva, await world.addToken(eva, houseToken))
  const limitsOf = async () => {
    const { devices } = (await eva.call('GET /abstract-devices-all')).data
    return devices.find(({ id }) => id === deviceId)?.consumerInfo?.powerLimits
  }
  const before = await limitsOf()
  expect(before?.length).toBeGreaterThan(0)
  const line = { time: '2026-01-15 10:15:00', eimm: house.eimm, agreed: '17' }
  expect((await send(file([line]), eva)).data.device.id).toBe(deviceId)
  expect(await limitsOf()).toEqual(before)
})

test('without that column the agreed powers are unknown, not none; a household stays one', async () => {
  const line = { time: '2025-01-15 10:15:00', eimm: '4-7000051' }
  const { device } = (await send(file([line]))).data
  expect(device.consumerInfo).toMatchObject({ powerLimits: null, assumed: ['consumerType', 'tariffsCount'] })
  const { db } = world.server
  expect((await getMeteringPoint(db, device.id)).point).toMatchObject({
    agreedPowers: null,
    isHousehold: true,
  })
  const say = (consumerType: 'RESIDENTIAL' | 'OTHER') =>
    ana.call('PUT /abstract-devices/:deviceId/consumer-info', {
      params: { deviceId: device.id },
      body: { consumerType },
    })
  await say('OTHER')
  expect((await getMeteringPoint(db, device.id)).point.isHousehold).toBe(false)
  await say('RESIDENTIAL')
  await send(file([{ ...line, time: '2025-01-16 10:15:00', agreed: '3,6' }]))
  expect(await getMeteringPoint(db, device.id)).toMatchObject({
    point: { agreedPowers: [{ blocksKw: [3.6, 3.6, 3.6, 3.6, 3.6] }], isHousehold: true },
    consumerInfo: { manual: ['consumerType'], assumed: ['tariffsCount', 'limitSetBy'] },
  })
})

test('a mostly unreadable file is refused with the place of its first wrong cell; nothing is stored', async () => {
  const good = { time: '2025-03-01 00:15', eimm: '4-7000052' }
  const wrong = ['00:30', '00:45', '01:00'].map((time) => ({
    ...{ time: `2025-03-01 ${time}`, imported: '2,5E-02', eimm: '4-7000052' },
  }))
  expect(await send(file([good, ...wrong]))).toMatchObject({
    ...{ status: 400, error: 'csv_unreadable', place: { row: 3, column: 'Energija A+' } },
  })
  expect((await ana.call('GET /abstract-devices-all')).data.devices.map(({ eimm }) => eimm)).not.toContain(
    '4-7000052',
  )
  const rounded = await send(file([{ ...good, imported: '0,29499999999999998' }]))
  expect(rounded).toMatchObject({ status: 200, data: { imported: { readings: 1, problems: [] } } })
  expect((await readings(rounded.data.device.id, '2025-03-01')).import_milli_wh[0]).toBe(295_000)
})

test('an anonymous caller cannot upload a file, and nobody one that is too long', async () => {
  expect((await send(head, world.server.client())).error).toBe('not_signed_in')
  expect((await send(Buffer.alloc(32_000_001, 'x'))).error).toBe('payload_too_large')
  const elsewhere = await fetch(`${world.server.url}/api/abstract-device`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie: ana.cookie },
    body: Buffer.alloc(2_000_000, 'x'),
  })
  expect(elsewhere.status).toBe(413)
})

test('a file fills what the portal left open and never removes a measured reading', async () => {
  const tokenId = await world.addToken(ana, houseToken)
  const gap = Date.parse('2026-05-20T13:00:00+02:00')
  world.portal.change = (reading, startMs) => (startMs === gap ? null : reading)
  const deviceId = await world.addPoint(ana, tokenId)
  const before = await readings(deviceId, '2026-05-20')
  const { data } = await send(
    file(endsOf('2026-05-20').map((time) => ({ time, eimm: house.eimm, imported: '0,7777' }))),
  )
  expect(data.device.id).toBe(deviceId)
  expect(data.device.source).toBe('portal')
  expect(data.imported.problems).toMatchObject([{ kind: 'conflict', count: 95 }])
  const after = await readings(deviceId, '2026-05-20')
  expect(after.import_milli_wh.map((value, at) => (at === 52 ? null : value))).toEqual(before.import_milli_wh)
  expect(after.import_milli_wh[52]).toBe(777_700)
  expect(after.days).toMatchObject([{ version: 2, complete: true }])
})

test('absurd values of a known point are judged by its connection', async () => {
  const line = { time: '2024-04-01 11:15:00', imported: '250' }
  const { data } = await send(file([{ ...line, eimm: house.eimm }]))
  expect(data.imported.problems.map(({ kind }) => kind)).toEqual(['tooLarge'])
  expect((await send(file([{ ...line, eimm: '4-7000030' }]))).data.imported.problems).toEqual([])
})

test('the number of points per person is limited', async () => {
  const bor = await world.person('bor')
  const { db } = world.server
  await db.run(sql`
    insert into abstract_device (user_id, eimm, source, created_at)
    select id, '9-' || lpad(n::text, 7, '0'), 'csv', now() from app_user, generate_series(1, ${mostPoints}::int) as n
    where email = 'bor@test.si'`)
  const one = (eimm: string) => file([{ time: '2025-01-01 00:15', eimm }])
  expect((await send(one('4-7000099'), bor)).error).toBe('too_many_points')
  expect((await send(one('9-0000001'), bor)).status).toBe(200)
  expect(await countDevices(db, (await bor.call('GET /auth/user')).data.user!.id)).toBe(mostPoints)
})

test('a file is parsed in a separate thread, and no further once its sender disconnects', async () => {
  const days: string[] = []
  for (let day = Temporal.PlainDate.from('2018-01-01'); day.year < 2020; day = day.add({ days: 1 }))
    days.push(`${day}`)
  const read = vi.spyOn(world.server.deps.csvReader, 'read')
  onTestFinished(() => read.mockRestore())
  const gone = new AbortController()
  const long = file(days.flatMap(endsOf).map((time) => ({ time, eimm: '4-7000020' })))
  const sending = fetch(`${world.server.url}/api/abstract-devices/csv`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie: ana.cookie },
    body: long,
    signal: gone.signal,
  }).catch((error) => error.name)
  await expect.poll(() => read.mock.results.length).toBe(1)
  gone.abort()
  expect(await sending).toBe('AbortError')
  // A disconnected sender is no longer waited for, neither by the thread nor by the same person's next file.
  await expect(read.mock.results[0]!.value).rejects.toThrow('gone')
  expect((await send(file([{ time: '2025-01-02 00:15', eimm: '4-7000021' }]))).status).toBe(200)
  expect((await ana.call('GET /abstract-devices-all')).data.devices.map(({ eimm }) => eimm)).not.toContain(
    '4-7000020',
  )
})

test.each(['leaves', 'meets an error'])('what was stored before its sender %s is audited', async (ending) => {
  const { deps, db } = world.server
  const days = Array.from({ length: 130 }, (_, day) =>
    Temporal.PlainDate.from('2024-01-01').add({ days: day }).toString(),
  )
  const eimm = ending === 'leaves' ? '4-7000040' : '4-7000041'
  const content = Buffer.from(file(days.flatMap(endsOf).map((time) => ({ time, eimm }))))
  const { id: userId } = (await ana.call('GET /auth/user')).data.user!
  const gone = new AbortController()
  // The device is created, then follow portions of sixty days.
  let transactions = 0
  const counted: typeof db = Object.assign(Object.create(db), {
    at: () => counted,
    transaction: async (work: Parameters<typeof db.transaction>[0]) => {
      transactions += 1
      if (transactions === 3) throw new Error('the database went away')
      const done = await db.transaction(work)
      if (transactions === 2 && ending === 'leaves') gone.abort()
      return done
    },
  })
  const audit = { actor: { userId }, address: null, at: deps.clock.now() }
  const importing = importCsv({ csvReader: deps.csvReader, db: counted }, audit, {
    ...{ userId, content, signal: gone.signal },
  })
  await expect(importing).rejects.toThrow(ending === 'leaves' ? 'aborted' : 'the database went away')
  const { id } = (await db.row<{ id: number }>(sql`select id from abstract_device where eimm = ${eimm}`))!
  expect(
    await db.rows(sql`
        select a.actor_id, a.user_id, f.after from audit_log a join audit_fact f on f.entry_id = a.id
        where a.action = 'abstract_device_csv_imported' and a.after ->> 'id' = ${String(id)}`),
  ).toEqual([{ actor_id: userId, user_id: userId, after: { days: 60, readings: 60 * 96 } }])
})

test('two years are imported in one go and read back fast', async () => {
  const days: string[] = []
  for (let day = Temporal.PlainDate.from('2023-01-01'); day.year < 2025; day = day.add({ days: 1 }))
    days.push(`${day}`)
  const { data } = await send(file(days.flatMap(endsOf).map((time) => ({ time, eimm: '4-7000010' }))))
  expect(data.imported).toMatchObject({ days: 731, readings: 731 * 96 })
  const { quality } = await readings(data.device.id, '2023-01-01', '2024-12-30')
  expect(quality).toMatch(/^\.+$/)
})
