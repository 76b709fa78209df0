import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import type { DeviceParam } from '@ohmstead/contract/controller-messages'
import type { BulkReason } from '@ohmstead/domain/fleet/bulk-change'
import { checkParameter } from '@ohmstead/domain/fleet/check-parameter'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { communicationError } from '../controllers/controller-page-queries.ts'
import { findPresentValue, setParameter } from '../devices/set-parameter.ts'
import { type ActionOf, LeftAlone, type ListedItem, type Turn } from './bulk-action.ts'

type SetParameter = Extract<BulkWish, { action: 'parameter' }>

/** Asks the controller of each device of a kind to set a parameter; back to the value that it had. */
export const parameterAction: ActionOf<SetParameter> = {
  permission: 'location.control',
  check: async () => {},
  list: (db, { category, parameter }, locationIds) =>
    db.rows<ListedItem>(
      sql`select m.id as "locationId", d.id as "deviceId"
          from unnest(${locationIds}::int[]) with ordinality as m (id, place)
            left join device d on d.location_id = m.id and d.deleted_at is null and d.category = ${category}
              and d.params @> ${JSON.stringify([{ name: parameter, rw: true }])}::jsonb
          order by m.place, d.id`,
    ),
  foresee,
  perform: async (turn) => {
    const { tx, wish, locationId, audit } = turn
    const { parameter, value } = wish
    const deviceId = turn.deviceId ?? (await refuseMissing(tx, locationId))
    const before = await findPresentValue(tx, { locationId, deviceId }, parameter, audit.at)
    if (before === undefined) throw new LeftAlone('no_device')
    if (before === value) throw new LeftAlone('already')
    return send(turn, deviceId, { value, seen: before })
  },
  undo: async (turn, { before, value }) => {
    const { wish, locationId, audit } = turn
    const deviceId = turn.deviceId ?? (await refuseMissing(turn.tx, locationId))
    const present = await findPresentValue(turn.tx, { locationId, deviceId }, wish.parameter, audit.at)
    if (present === undefined) throw new LeftAlone('no_device')
    if (present !== value) throw new LeftAlone('changed_since')
    // A value that was unknown cannot be set again.
    if (before === null) throw new LeftAlone('out_of_range')
    return send(turn, deviceId, { value: before as SetParameter['value'], seen: present })
  },
}

async function send(
  { tx, wish, locationId, audit }: Turn<SetParameter>,
  deviceId: number,
  { value, seen }: { value: SetParameter['value']; seen: DeviceParam['value'] },
) {
  const change = { parameter: wish.parameter, value, seen }
  const { command_id: commandId } = await setParameter(tx, { locationId, deviceId }, change, audit)
  return { facts: { before: seen, value }, commandId }
}

async function refuseMissing(tx: Queryable, locationId: number): Promise<never> {
  const [reason] = await findWithoutDevice(tx, [locationId])
  throw new LeftAlone(reason!)
}

/** Why a location has no such device. */
async function findWithoutDevice(db: Queryable, locationIds: readonly number[]): Promise<BulkReason[]> {
  const rows = await db.rows<{ location_id: number }>(
    sql`select location_id from controller where location_id = any(${locationIds}::int[]) and revoked_at is null`,
  )
  const linked = new Set(rows.map(({ location_id }) => location_id))
  return locationIds.map((id) => (linked.has(id) ? 'no_device' : 'no_controller'))
}

interface Foreseen {
  id: number
  online: boolean
  is_unreachable: boolean
  param: DeviceParam
}

async function foresee(
  db: Queryable,
  { parameter, value }: SetParameter,
  items: readonly ListedItem[],
): Promise<(BulkReason | null)[]> {
  const rows = await db.rows<Foreseen>(
    sql`select d.id, c.online, ${communicationError} as is_unreachable,
          (select p from jsonb_array_elements(d.params) as p where p ->> 'name' = ${parameter} limit 1) as param
        from device d join controller c on c.id = d.controller_id
        where d.id = any(${items.flatMap(({ deviceId }) => deviceId ?? [])}::int[])`,
  )
  const devices = new Map(rows.map((row) => [row.id, row]))
  const missing = items.filter(({ deviceId }) => deviceId === null).map(({ locationId }) => locationId)
  const reasons = await findWithoutDevice(db, missing)
  const reasonOf = new Map(missing.map((id, place) => [id, reasons[place]!]))
  return items.map(({ locationId, deviceId }) => {
    const device = deviceId === null ? undefined : devices.get(deviceId)
    return device ? judge(device, value) : (reasonOf.get(locationId) ?? 'no_device')
  })
}

function judge({ online, is_unreachable, param }: Foreseen, value: SetParameter['value']): BulkReason | null {
  if (checkParameter({ ...param, options: param.options ?? null }, value)) return 'out_of_range'
  if (param.value === value) return 'already'
  if (!online) return 'offline'
  return is_unreachable ? 'unreachable' : null
}
