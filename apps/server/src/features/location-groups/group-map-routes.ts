import { groupMapEndpoints } from '@ohmstead/contract/location-groups-map'
import type { Actor } from '@ohmstead/domain/access/permission'
import { type Route, route } from '../../route.ts'
import { findGridPowers } from '../telemetry/latest-queries.ts'
import { findLocationSigns, findMapPlaces } from './group-location-queries.ts'
import { judgeLocation, needsAttention, silentMs } from './sort-by-trouble.ts'

export const groupMapRoutes: Route[] = [
  route(groupMapEndpoints.map, async ({ db, deps, actor, params }) => {
    const { places, unplaced } = await findMapPlaces(db, actor as Actor, params.locationGroupId)
    return {
      ids: places.map(({ id }) => id),
      names: places.map(({ name }) => name),
      group_ids: places.map(({ group_id }) => group_id),
      latitudes: places.map(({ latitude }) => latitude),
      longitudes: places.map(({ longitude }) => longitude),
      unplaced,
      tiles: deps.settings.mapTiles,
    }
  }),
  route(groupMapEndpoints.pulse, async ({ db, deps, actor, params }) => {
    const now = deps.clock.now()
    const signs = await findLocationSigns(db, actor as Actor, params.locationGroupId, '')
    const judged = signs
      .sort((one, other) => one.id - other.id)
      .map((one) => ({ signs: one, state: judgeLocation(one, now) }))
    const online = signs.filter(({ isOnline }) => isOnline).map(({ id }) => id)
    const powers = await findGridPowers(db, online, now - silentMs)
    return {
      at: now,
      ids: signs.map(({ id }) => id),
      states: judged.map(({ state }) => state),
      attention: judged.map(needsAttention),
      grid: signs.map(({ id }) => powers.get(id) ?? null),
    }
  }),
]
