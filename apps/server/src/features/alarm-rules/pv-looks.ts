import { compareWithNeighbours, shareOfUsual } from '@ohmstead/domain/alarms/compare-plants'
import type { SubjectLook } from '@ohmstead/domain/alarms/rule-looks'
import type { Queryable } from '../../platform/db/db.ts'
import { lastMidnight, readPlantDays } from './plant-days.ts'
import { createNeighbourIndex, findPlantPlaces, type PlantPlace } from './plant-neighbours.ts'

/** A day is compared once it is over and all readings of it had time to come. */
const lateMs = 3 * 3_600_000
/** Plants are looked at once an hour; the days of a time zone end in one of them. */
const everyMs = 3_600_000
const placesAtOnce = 250

/** What plants made on their last whole day, in percent of what their neighbours made of theirs. */
export function createPvLooks() {
  let lookedAt = 0
  let looks = new Map<number, SubjectLook[]>()
  const compared = new Map<number, number>()
  /** The end of the day that a location was looked at last. */
  const done = new Map<number, number>()
  return {
    begin: async (db: Queryable, locationIds: readonly number[], now: number): Promise<void> => {
      looks = new Map()
      if (locationIds.length === 0 || now - lookedAt < everyMs) return
      lookedAt = now
      const until = now - lateMs
      const places = await findPlantPlaces(db, locationIds)
      const zoneOf = new Map(places.map(({ id, timeZone }) => [id, timeZone]))
      const endOf = new Map([...new Set(zoneOf.values())].map((zone) => [zone, lastMidnight(until, zone)]))
      const isDue = (id: number) => zoneOf.has(id) && done.get(id) !== endOf.get(zoneOf.get(id)!)
      const due = locationIds.filter(isDue)
      const neighboursOf = createNeighbourIndex(places)
      const neighbours = new Map(due.map((id) => [id, neighboursOf(id)]))
      const needed = new Set([...due, ...[...neighbours.values()].flat()])
      const shares = await readShares(
        db,
        places.filter(({ id }) => needed.has(id)),
        until,
      )
      for (const [id, others] of neighbours) {
        const end = endOf.get(zoneOf.get(id)!)!
        done.set(id, end)
        // Neighbours in another time zone have other days.
        const same = others.flatMap((other) =>
          zoneOf.get(other) === zoneOf.get(id) ? (shares.get(other) ?? []) : [],
        )
        const { percent, compared: count } = compareWithNeighbours(shares.get(id) ?? null, same)
        compared.set(id, count)
        looks.set(id, [{ device: null, ts: end, value: percent }])
      }
    },
    lookAt: (locationIds: readonly number[]): [number, SubjectLook[]][] =>
      locationIds.flatMap((id) => {
        const found = looks.get(id)
        return found ? [[id, found] as [number, SubjectLook[]]] : []
      }),
    countCompared: (locationId: number) => compared.get(locationId) ?? null,
  }
}

/** By location: its last whole day as a share of its usual one. */
async function readShares(
  db: Queryable,
  places: readonly PlantPlace[],
  until: number,
): Promise<Map<number, number>> {
  const shares = new Map<number, number>()
  for (const [timeZone, some] of Map.groupBy(places, ({ timeZone: zone }) => zone)) {
    for (let at = 0; at < some.length; at += placesAtOnce) {
      const ids = some.slice(at, at + placesAtOnce).map(({ id }) => id)
      for (const [id, [day]] of await readPlantDays(db, ids, { until, timeZone, days: 1 })) {
        const share = day ? shareOfUsual(day) : null
        if (share !== null) shares.set(id, share)
      }
    }
  }
  return shares
}
