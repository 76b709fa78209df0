import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { houseToken, type PortalWorld, portalDays, startPortalWorld } from '../../../testing/portal-world.ts'
import type { TestClient } from '../../../testing/test-client.ts'

// What the portal sends first and later: estimates, gaps, zeros, corrections.

const hourMs = 3_600_000
const start = Date.UTC(2026, 5, 1, 12)
let world: PortalWorld
let ana: TestClient
let tokenId: number

beforeAll(async () => {
  world = await startPortalWorld()
})
afterAll(() => world.stop())

let people = 0

beforeEach(async () => {
  const { server, portal } = world
  await server.db.run(sql`delete from abstract_device`)
  server.clock.time = start
  portal.change = null
  ana = await world.person(`ana${++people}`)
  tokenId = await world.addToken(ana, houseToken)
})

const device = async () => (await ana.call('GET /abstract-devices-all')).data.devices[0]!
const look = () => world.server.deps.imports.look()
const windows = () => world.portal.requests.filter(({ path }) => path === '/meter-readings')
const dayOf = async (day: string) => {
  const { data } = await ana.call('GET /abstract-devices/:deviceId/readings', {
    params: { deviceId: (await device()).id },
    query: { from: day, to: day },
  })
  return data
}

test('each morning new readings are imported, and measured ones replace estimates as a further version', async () => {
  const isLate = (startMs: number) =>
    startMs >= Date.parse('2026-05-30T10:00:00+02:00') && startMs < Date.parse('2026-05-30T12:00:00+02:00')
  world.portal.change = (reading, startMs) =>
    isLate(startMs)
      ? { ...reading, value: '0.5000', readingQualities: [{ readingQualityType: '3.8.0' }] }
      : reading
  await world.addPoint(ana, tokenId)
  const estimated = await dayOf('2026-05-30')
  expect(estimated.quality.slice(40, 48)).toBe('eeeeeeee')
  expect(estimated.import_milli_wh.slice(40, 48)).toEqual(Array(8).fill(500_000))
  expect((await device()).readings.estimated_days).toBe(1)

  world.portal.change = null
  world.server.clock.time = Date.parse('2026-06-02T05:00:00+02:00')
  const before = windows().length
  await look()
  expect(windows().length).toBe(before)
  world.server.clock.time = Date.parse('2026-06-02T07:30:00+02:00')
  await look()
  // New readings apart from possible corrections; 35 days back and no further.
  const ranges = windows()
    .slice(before)
    .map(({ query }) => [query.get('startTime'), query.get('endTime')])
  expect(ranges).toEqual([
    ['2026-06-01', '2026-06-02'],
    ['2026-05-02', '2026-06-01'],
    ['2026-04-28', '2026-05-02'],
  ])
  const measured = await dayOf('2026-05-30')
  expect(measured.quality).toBe('.'.repeat(96))
  expect(measured.days).toMatchObject([{ version: 2, complete: true }])
  expect((await device()).readings).toMatchObject({ to: '2026-06-01', estimated_days: 0 })
  const versions = await world.server.db.rows<{ version: number; is_current: boolean; quality: string }>(
    sql`select version, is_current, quality from quarter_hour_day where day = '2026-05-30' order by version`,
  )
  expect(versions.map(({ is_current }) => is_current)).toEqual([false, true])
  expect(versions[0]?.quality).toContain('eeeeeeee')
})

test('a missing yesterday is requested again in two hours, and readings marked as not received replace its zeros', async () => {
  const gap = Date.parse('2026-06-01T13:00:00+02:00')
  world.portal.change = (reading, startMs) =>
    startMs === gap
      ? { ...reading, value: '0', readingQualities: [{ readingQualityType: '1.5.259' }] }
      : reading
  await world.addPoint(ana, tokenId)
  world.server.clock.time = Date.parse('2026-06-02T07:30:00+02:00')
  await look()
  const open = await dayOf('2026-06-01')
  expect(open.import_milli_wh[52]).toBeNull()
  expect(open.days).toMatchObject([{ complete: false }])
  expect((await device()).readings.missing_days).toBe(1)
  world.portal.change = null
  world.server.clock.time += 2 * hourMs
  await look()
  const whole = await dayOf('2026-06-01')
  expect(whole.import_milli_wh[52]).not.toBeNull()
  expect(whole.days).toMatchObject([{ version: 2, complete: true }])
})

test('a day of unflagged zeros is doubted, and replaces no measured reading', async () => {
  const isZeroed = (startMs: number) => startMs >= Date.parse('2026-05-31T00:00:00+02:00')
  world.portal.change = (reading, startMs) => (isZeroed(startMs) ? { ...reading, value: '0.0000' } : reading)
  await world.addPoint(ana, tokenId)
  expect((await dayOf('2026-05-31')).quality).toBe('z'.repeat(96))
  world.portal.change = null
  world.server.clock.time = Date.parse('2026-06-02T07:30:00+02:00')
  await look()
  const measured = await dayOf('2026-05-31')
  expect(measured.quality).not.toContain('z')
  world.portal.change = (reading) => ({ ...reading, value: '0.0000' })
  world.server.clock.time = Date.parse('2026-06-03T07:30:00+02:00')
  await look()
  expect((await dayOf('2026-05-31')).import_milli_wh).toEqual(measured.import_milli_wh)
})

test('duplicate, missing, negative and absurd values are distinguished from good ones', async () => {
  const at = (time: string) => Date.parse(`2026-05-31T${time}:00+02:00`)
  world.portal.change = (reading, startMs, direction) => {
    if (direction === 'export') return reading
    if (startMs === at('10:00')) return null
    if (startMs === at('11:00')) return { ...reading, value: '-1.0000' }
    if (startMs === at('12:00')) return { ...reading, value: '99999' }
    return startMs === at('13:00') ? { ...reading, value: 'x' } : reading
  }
  await world.addPoint(ana, tokenId)
  const day = await dayOf('2026-05-31')
  expect([40, 44, 48, 52].map((place) => day.quality[place])).toEqual(['m', 'm', 'm', 'm'])
  expect([...day.quality].filter((state) => state === 'm')).toHaveLength(4)
  expect(day.problems).toMatchObject([{ kind: 'missing', count: 4, first: at('10:00') / 1000 }])
})

test('a month unknown to the portal is a gap, and older months are still imported', async () => {
  world.portal.change = (reading, startMs) =>
    startMs >= Date.parse('2025-12-01T00:00:00+01:00') && startMs < Date.parse('2026-01-01T00:00:00+01:00')
      ? null
      : reading
  await world.addPoint(ana, tokenId)
  expect((await device()).readings).toMatchObject({
    from: '2025-09-28',
    days: portalDays - 31,
    missing_days: 31,
    last_error: null,
  })
})
