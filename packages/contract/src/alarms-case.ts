import { alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { z } from 'zod'
import { alarm } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const stretch = z.object({
  from: z.number(),
  /** Null while it lasts. */
  to: z.number().nullable(),
})
stretch.register(z.globalRegistry, { id: 'TroubleStretch' })

const neighbour = z.object({
  location_id: z.number(),
  location_name: z.string(),
  distance_km: z.number().nullable(),
  /** `alike`: the same trouble began at about the same time; `before`: it already had it, and is not compared. */
  state: z.enum(['alike', 'fine', 'before']),
  stretches: z.array(stretch),
})
neighbour.register(z.globalRegistry, { id: 'AlarmNeighbour' })
export type AlarmNeighbourView = z.output<typeof neighbour>

const neighbours = z.object({
  /** Homes of the same company within this many km, or, without a position, of the same group. */
  basis: z.enum(['distance', 'group']),
  reach_km: z.number(),
  extent: z.enum(['only_here', 'some', 'many', 'unknown']),
  /** How many were compared, and how many of them had the same trouble at the same time. */
  compared: z.number(),
  alike: z.number(),
  /** Those that the caller may see, at most 12: first those alike, then the nearest. */
  places: z.array(neighbour),
})
neighbours.register(z.globalRegistry, { id: 'AlarmNeighbours' })

const alarmCase = z.object({
  location_id: z.number(),
  location_name: z.string(),
  time_zone: z.string(),
  may_acknowledge: z.boolean(),
  type: z.enum(alarmTypes),
  alarm,
  /** When it was last reported, epoch milliseconds. */
  last_recurrence_at: z.number(),
  /** When its trouble began: of a lost connection some minutes before the alarm. */
  began_at: z.number(),
  /** Of the controller that it is about, or whose device it is about. */
  controller: z
    .object({
      online: z.boolean(),
      last_seen_at: z.number().nullable(),
    })
    .meta({ id: 'AlarmController' })
    .nullable(),
  /** The other devices of the controller, and how many of them it cannot reach or gets no values from. */
  siblings: z.object({ total: z.number(), silent: z.number() }).meta({ id: 'AlarmSiblings' }).nullable(),
  /** The times around its start: what the strips of this home and of its neighbours show. */
  range: z.object({ from: z.number(), to: z.number() }).meta({ id: 'AlarmRange' }),
  /** When this home had the same trouble in that time. */
  stretches: z.array(stretch),
  /** Null for what cannot have spread, such as a budget. */
  neighbours: neighbours.nullable(),
  /** Of a group's one alarm of a rule: where its condition holds now. Null for all others, and once it is over. */
  affected: z
    .object({
      count: z.number(),
      /** Those that the caller may see, at most 100, by name. */
      places: z.array(
        z.object({ location_id: z.number(), location_name: z.string() }).meta({ id: 'AffectedLocation' }),
      ),
    })
    .meta({ id: 'AffectedLocations' })
    .nullable(),
  /** The same alarm of the same device or controller in the 90 days before: how often, and the last five of them. */
  earlier: z
    .object({
      count: z.number(),
      last: z.array(
        z
          .object({ id: z.number(), first_recurrence_at: z.number(), cleared_at: z.number().nullable() })
          .meta({ id: 'EarlierAlarm' }),
      ),
    })
    .meta({ id: 'EarlierAlarms' }),
})
alarmCase.register(z.globalRegistry, { id: 'AlarmCase' })
export type AlarmCaseView = z.output<typeof alarmCase>

export const alarmCaseEndpoints = {
  one: endpoint({
    method: 'GET',
    path: '/locations/:locationId/alarms/:alarmId',
    summary:
      'An alarm with what helps to find its cause: its controller, its neighbours, how often it came before.',
    permission: 'location.view',
    params: z.object({ locationId: id, alarmId: id }),
    answer: z.object({ case: alarmCase }),
    errors: ['not_found'],
  }),
}
