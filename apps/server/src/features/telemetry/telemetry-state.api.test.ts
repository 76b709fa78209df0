import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import {
  type ControllerState,
  findStates,
  noteRecomputed,
  reopenDays,
  saveStates,
  stateKey,
} from './telemetry-state.ts'

const hour = 3_600_000
const closed = Date.UTC(2026, 5, 1, 10)
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
})
afterAll(() => close())

async function read(locationId: number): Promise<ControllerState> {
  const of = { locationId, controllerId: 1 }
  return (await findStates(db, [of])).get(stateKey(of))!
}
const begin = async (locationId: number) =>
  saveStates(db, [{ ...(await read(locationId)), newest: closed + hour }])

test('of two writers that begin with the same state the second is refused, and told of which controllers', async () => {
  await begin(1)
  await begin(2)
  const [first, second, other] = [await read(1), await read(1), await read(2)]
  first.longestStepSeconds = 60
  second.longestStepSeconds = 900
  await saveStates(db, [first])
  const refused = saveStates(db, [second, other])
  await expect(refused).rejects.toMatchObject({ keys: new Set([stateKey(second)]) })
  expect(await read(1)).toMatchObject({ version: 2, longestStepSeconds: 60 })
})

test('a writer does not raise marks again that a recomputation has lowered meanwhile', async () => {
  await begin(3)
  await db.run(
    sql`update telemetry_state set closed_until = ${new Date(closed)}, closing_until = ${new Date(closed + hour)} where location_id = 3`,
  )
  const state = await read(3)
  await noteRecomputed(db, state, closed + hour)
  expect(await read(3)).toMatchObject({ closedUntil: closed, closingUntil: closed + hour })
  await noteRecomputed(db, state, closed - hour)
  expect(await read(3)).toMatchObject({ closedUntil: closed - hour, closingUntil: closed - hour })
  await saveStates(db, [state])
  expect(await read(3)).toMatchObject({ version: 2, closedUntil: closed - hour, closingUntil: closed - hour })
})

test('earlier energy reopens days from its hour on, later energy none', async () => {
  const state = { ...(await read(4)), closedUntil: closed, closingUntil: closed + hour }
  reopenDays(state, closed + hour)
  expect(state).toMatchObject({ closedUntil: closed, closingUntil: closed + hour })
  reopenDays(state, closed)
  expect(state).toMatchObject({ closedUntil: closed, closingUntil: closed })
  reopenDays(state, closed - 1)
  expect(state).toMatchObject({ closedUntil: closed - 1, closingUntil: closed - 1 })
})
