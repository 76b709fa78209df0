import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import {
  createTestController,
  createTestLocation,
  findRefusals,
  findStored,
  sweepOnTime,
} from '../link-test-kit.ts'
import { waitingLimits } from './waiting-queries.ts'

const day = 86_400_000
let server: TestServer
let locationId: number

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  locationId = await createTestLocation(server.db)
})
afterAll(() => server.stop())

type Controller = Awaited<ReturnType<typeof createTestController>>

const handle = ({ serial }: Controller, message: object | string, kind = 'data') =>
  server.deps.link.handle({
    ...{ serial, topic: `ems/v1/${serial}/${kind}`, arrivedAt: server.clock.time },
    payload: Buffer.from(typeof message === 'string' ? message : JSON.stringify({ v: 1, ...message })),
    ...{ isRetained: false, isWill: false, wantsAck: false, isAbandoned: () => false },
  })
const power = (value: number, ts?: number) => ({
  samples: [{ ...(ts !== undefined && { ts }), values: { 'grid/power': value } }],
})
const link = (controller: Controller) =>
  server.db.run(sql`update controller set location_id = ${locationId} where id = ${controller.id}`)
const countWaiting = async (controller: Controller) =>
  (await server.db.row<{ count: number }>(
    sql`select count(*)::int as count from waiting_message where controller_id = ${controller.id}`,
  ))!.count
const powersOf = async (controller: Controller) =>
  (await findStored(server.db, { ...controller, locationId })).map(({ ts, values }) => [
    ts,
    Object.values(values)[0],
  ])

describe('readings of a controller that nobody has linked', () => {
  it('are stored at the times they were sent, once it is linked', async () => {
    const controller = await createTestController(server.db, null)
    const sentAt = server.clock.time
    expect((await handle(controller, { seq: 7, ...power(1) })).state).toBe('unlinked')
    await handle(controller, { step: 300, ...power(2, sentAt - 3_600_000) }, 'history')
    server.clock.time += 60_000
    await link(controller)
    await server.deps.link.storeWaiting(controller.serial)
    expect(await powersOf(controller)).toEqual([
      [sentAt - 3_600_000, 2],
      [sentAt, 1],
    ])
    expect(await countWaiting(controller)).toBe(0)
  })

  it('change nothing if they are stored a second time', async () => {
    const controller = await createTestController(server.db, null)
    await handle(controller, power(1))
    await handle(controller, power(1))
    await link(controller)
    await Promise.all([1, 2].map(() => server.deps.link.storeWaiting(controller.serial)))
    await handle(controller, power(1))
    expect(await powersOf(controller)).toEqual([[server.clock.time, 1]])
  })

  it('are stored by the next sweep if the process that linked it died', async () => {
    const controller = await createTestController(server.db, null)
    await handle(controller, power(3))
    await link(controller)
    // Another server on the same database finds them at its sweep; this one as well.
    await server.deps.link.storeLeft()
    expect(await powersOf(controller)).toHaveLength(1)
  })

  it('wait on while it is not linked, and are gone after a week', async () => {
    const controller = await createTestController(server.db, null)
    await handle(controller, power(4))
    await server.deps.link.storeWaiting(controller.serial)
    expect(await countWaiting(controller)).toBe(1)
    await sweepOnTime(server.db, server.clock.time + (waitingLimits.days + 1) * day)
    expect(await countWaiting(controller)).toBe(0)
  })

  it('are the newest ones: older ones give way and are counted', async () => {
    const controller = await createTestController(server.db, null)
    const most = waitingLimits.messages
    await server.db.run(
      sql`insert into waiting_message (controller_id, kind, payload, arrived_at)
          select ${controller.id}, 'data', 'x', now() from generate_series(1, ${most + 9})`,
    )
    await handle(controller, power(5))
    expect(await countWaiting(controller)).toBe(most)
    await server.deps.link.flush()
    expect(await findRefusals(server.db, controller)).toEqual({ too_many_waiting: 10 })
  })

  it('are refused at once if they cannot be read', async () => {
    const controller = await createTestController(server.db, null)
    expect((await handle(controller, '{')).state).toBe('refused')
    expect(await countWaiting(controller)).toBe(0)
  })
})
