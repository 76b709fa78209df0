import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import type { Queryable } from '../../platform/db/db.ts'
import { findTodayAndTomorrow } from './describe-spot-days.ts'
import type { SpotSource } from './sources/spot-source.ts'
import { findSourceStates, findZoneStates } from './spot-state-queries.ts'
import { findZonesInUse } from './spot-zone-queries.ts'

/** For those who run the platform: what is late, and which source failed why. */
export async function describeSpotState(db: Queryable, sources: readonly SpotSource[], now: number) {
  const regions = (await findZonesInUse(db, now)).filter((code) => findBiddingZone(code))
  const bySource = Map.groupBy(await findSourceStates(db), ({ region }) => region)
  const states = await findZoneStates(db, regions)
  const days = await findTodayAndTomorrow(
    db,
    states.map(({ region }) => region),
    now,
  )
  const zones = states.map((zone, place) => ({
    ...zone,
    tomorrow: days[place]!.tomorrow.status,
    sources: (bySource.get(zone.region) ?? []).map(({ region: _, ...state }) => state),
  }))
  return { sources: sources.map(({ key }) => key), zones }
}
