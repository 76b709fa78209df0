import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { locationStates } from './location-groups.ts'
import { id } from './wire.ts'

const params = z.object({ locationGroupId: id })

const map = z.object({
  /** By location, in the order of `ids`; those without a position are left out. */
  ids: z.array(z.number()),
  names: z.array(z.string()),
  /** The group that each lies in. */
  group_ids: z.array(z.number()),
  latitudes: z.array(z.number()),
  longitudes: z.array(z.number()),
  /** How many locations have no position. */
  unplaced: z.number(),
  /** Pictures to draw below the places, if the operator has set any; else the outlines of countries are drawn. */
  tiles: z.object({ url: z.string(), attribution: z.string() }).meta({ id: 'MapTiles' }).nullable(),
})
map.register(z.globalRegistry, { id: 'GroupMap' })
export type GroupMapView = z.output<typeof map>

const pulse = z.object({
  /** Epoch ms. */
  at: z.number(),
  /** By location, in the order of `ids`. */
  ids: z.array(z.number()),
  states: z.array(z.enum(locationStates)),
  /** Whether each needs a look: in trouble, except for alarms that have all been acknowledged. */
  attention: z.array(z.boolean()),
  /** W at the grid meter, from readings of the last 15 minutes; + from the grid, − to it; null if unknown. */
  grid: z.array(z.number().nullable()),
})
pulse.register(z.globalRegistry, { id: 'GroupPulse' })
export type GroupPulseView = z.output<typeof pulse>

export const groupMapEndpoints = {
  map: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId/map',
    summary: 'Where the locations in a group and below it lie, as columns.',
    permission: 'group.view',
    params,
    answer: map,
  }),
  pulse: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId/pulse',
    summary:
      'How every location in a group and below it is right now, as columns; light enough to ask every few seconds.',
    permission: 'group.view',
    unattended: true,
    params,
    answer: pulse,
  }),
}
