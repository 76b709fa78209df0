import type { AlarmCaseView, AlarmNeighbourView } from '@ohmstead/contract/alarms-case'
import type { Actor } from '@ohmstead/domain/access/permission'
import {
  distanceKm,
  judgeExtent,
  judgeNeighbour,
  listOutages,
  type Stretch,
} from '@ohmstead/domain/alarms/compare-neighbours'
import type { Queryable } from '../../platform/db/db.ts'
import {
  type CasePlace,
  findCasePlace,
  findConnections,
  findLocationsOfGroup,
  findNearLocations,
  findSameAlarms,
  type NeighbourRow,
} from './alarm-case-queries.ts'
import type { AlarmRow } from './alarm-list-queries.ts'

const reachKm = 20
const kmPerDegree = 111.2
const mostShown = 12

interface Times {
  began: number
  range: { from: number; to: number }
}

type Found = Pick<AlarmCaseView, 'stretches' | 'neighbours'>

/** When this home had the trouble, and whether homes around it had the same at the same time. */
export async function compareNeighbours(
  db: Queryable,
  actor: Actor,
  alarm: AlarmRow,
  times: Times,
): Promise<Found> {
  const place = await findCasePlace(db, alarm.location_id)
  if (!place || alarm.controller_id === null) return { stretches: [], neighbours: null }
  const { basis, rows } = await findNeighbours(db, actor, { ...place, id: alarm.location_id })
  const stretches = await findStretches(db, [alarm.location_id, ...rows.map(({ id }) => id)], alarm, times)
  const states = rows.map(({ id }) => judgeNeighbour(stretches.get(id) ?? [], times.began))
  const judged = judgeExtent(states, { areStrangers: rows.some((row) => !row.is_visible) })
  const places = rows
    .map((row, index) => ({ row, state: states[index]! }))
    .filter(({ row }) => row.is_visible)
    .sort((a, b) => Number(b.state === 'alike') - Number(a.state === 'alike'))
    .slice(0, mostShown)
    .map(
      ({ row, state }): AlarmNeighbourView => ({
        location_id: row.id,
        location_name: row.name,
        distance_km: distanceBetween(place, row),
        state,
        stretches: stretches.get(row.id) ?? [],
      }),
    )
  return {
    stretches: stretches.get(alarm.location_id) ?? [],
    neighbours: { basis, reach_km: reachKm, ...judged, places },
  }
}

/** By distance where it is known, else by the group that people put them in. */
async function findNeighbours(
  db: Queryable,
  actor: Actor,
  place: CasePlace & { id: number },
): Promise<{ basis: 'distance' | 'group'; rows: NeighbourRow[] }> {
  const { latitude, longitude } = place
  if (latitude !== null && longitude !== null) {
    const degrees = reachKm / kmPerDegree
    const near = await findNearLocations(
      db,
      actor,
      { ...place, latitude, longitude },
      { latitude: degrees, longitude: degrees / Math.max(0.1, Math.cos((latitude * Math.PI) / 180)) },
    )
    const rows = near.filter((row) => (distanceBetween(place, row) ?? reachKm) <= reachKm)
    if (rows.length > 0) return { basis: 'distance', rows }
  }
  return { basis: 'group', rows: await findLocationsOfGroup(db, actor, place) }
}

function distanceBetween(place: CasePlace, row: NeighbourRow): number | null {
  const [a, b] = [asPoint(place), asPoint(row)]
  return a && b && distanceKm(a, b)
}

const asPoint = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** By location. Of a lost connection those of the alarm's controller, and of any controller elsewhere. */
async function findStretches(
  db: Queryable,
  locationIds: readonly number[],
  alarm: AlarmRow,
  { range }: Times,
): Promise<Map<number, Stretch[]>> {
  const found = new Map<number, Stretch[]>()
  const add = (locationId: number, more: readonly Stretch[]) =>
    found.set(locationId, [...(found.get(locationId) ?? []), ...more])
  if (alarm.type === 'CONTROLLER_ERROR_CONNECTION') {
    for (const row of await findConnections(db, locationIds, range)) {
      if (row.location_id === alarm.location_id && row.controller_id !== alarm.controller_id) continue
      add(row.location_id, listOutages(row.was_online, row.changes, range.from))
    }
    return found
  }
  for (const { location_id, first_recurrence_at, cleared_at } of await findSameAlarms(
    db,
    locationIds,
    alarm,
    range,
  ))
    add(location_id, [{ from: first_recurrence_at, to: cleared_at }])
  return found
}
