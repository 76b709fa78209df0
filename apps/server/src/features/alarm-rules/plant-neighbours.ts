import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface PlantPlace {
  id: number
  companyId: number
  groupId: number
  timeZone: string
  latitude: number | null
  longitude: number | null
}

/** The same weather, by and large. */
const reachKm = 25
const mostNeighbours = 40
const kmPerDegree = 111

/** All places with solar panels of the companies that some locations are of. */
export function findPlantPlaces(db: Queryable, locationIds: readonly number[]): Promise<PlantPlace[]> {
  return db.rows<PlantPlace>(sql`
    select l.id, l.company_id as "companyId", l.location_group_id as "groupId", l.time_zone as "timeZone", l.latitude,
      l.longitude
    from location l
    where l.deletion_due_at is null
      and l.company_id in (select company_id from location where id = any(${locationIds}::int[]))
      and exists (select from device d where d.location_id = l.id and d.deleted_at is null
        and d.category in ('SOLAR_POWER_PLANT', 'HYBRID_INVERTER'))
    order by l.id`)
}

/**
 * Finds the nearest plants of the same company within reach, where coordinates are known; else those of the same group.
 * What a neighbour makes is never shown, only the middle of all.
 */
export function createNeighbourIndex(places: readonly PlantPlace[]): (id: number) => number[] {
  const byId = new Map(places.map((place) => [place.id, place]))
  const byCell = Map.groupBy(places, (place) => cellOf(place, 0, 0))
  const unplaced = Map.groupBy(
    places.filter((place) => cellOf(place, 0, 0) === null),
    ({ groupId }) => groupId,
  )
  return (id) => {
    const own = byId.get(id)
    if (!own) return []
    const around = steps.flatMap((north) =>
      steps.flatMap((east) => byCell.get(cellOf(own, north, east)) ?? []),
    )
    const near = around
      .map((place) => ({ place, km: distanceKm(own, place) }))
      .filter(({ place, km }) => place.id !== id && km !== null && km <= reachKm)
      .sort((a, b) => a.km! - b.km! || a.place.id - b.place.id)
      .slice(0, mostNeighbours)
      .map(({ place }) => place.id)
    // Without coordinates of its own every plant of the group is as near as any other.
    const ofGroup =
      cellOf(own, 0, 0) === null ? places.filter(isOfGroup(own)) : (unplaced.get(own.groupId) ?? [])
    const others = ofGroup.filter((place) => place.id !== id).slice(0, mostNeighbours - near.length)
    return [...near, ...others.map((place) => place.id)]
  }
}

const steps = [-1, 0, 1]
const isOfGroup = (own: PlantPlace) => (place: PlantPlace) => place.groupId === own.groupId

/** Cells are so large that all within reach is in the next ones, up to the polar circle. */
function cellOf({ companyId, latitude, longitude }: PlantPlace, north: number, east: number): string | null {
  if (latitude === null || longitude === null) return null
  return `${companyId} ${Math.floor(latitude / 0.25) + north} ${Math.floor(longitude / 0.6) + east}`
}

/** Exact enough within reach; null if one of both is unknown. */
function distanceKm(a: PlantPlace, b: PlantPlace): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return null
  const east = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(a.latitude - b.latitude, east) * kmPerDegree
}
