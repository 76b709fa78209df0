import type { RuleKind } from '@ohmstead/domain/alarms/alarm-rule'
import type { Queryable } from '../../platform/db/db.ts'
import type { LocationLooks } from './judge-locations.ts'
import { createPeakLooks } from './peak-looks.ts'
import { createPvLooks } from './pv-looks.ts'
import type { CoveredRule, RuleCover } from './rule-cover.ts'

/** Kinds that look at the energy of quarter-hours or days, not at newest values. */
export const isSeriesKind = (kind: RuleKind | undefined): boolean =>
  kind === 'peak' || kind === 'pv_neighbours'

export interface SeriesLooks {
  /** Before the locations of a round are looked at, some hundreds at a time. */
  begin(db: Queryable, cover: RuleCover, now: number): Promise<void>
  lookAt(db: Queryable, locationIds: readonly number[], cover: RuleCover): Promise<LocationLooks[]>
  /** All locations were looked at: there is nothing more to see until the next quarter-hour or day. */
  end(): void
  /** How many neighbours the newest look at a location compared it with. */
  countCompared(locationId: number): number | null
}

/** What has been looked at is remembered only to save work: looking again changes nothing. */
export function createSeriesLooks(): SeriesLooks {
  const peaks = createPeakLooks()
  const plants = createPvLooks()
  return {
    begin: async (db, cover, now) => {
      peaks.begin(now)
      await plants.begin(db, locationsOf(cover, 'pv_neighbours'), now)
    },
    lookAt: async (db, locationIds, { byLocation }) => {
      const rulesOf = (id: number, kind: RuleKind) =>
        (byLocation.get(id) ?? []).filter(({ terms }) => terms.kind === kind)
      const having = (kind: RuleKind) => locationIds.filter((id) => rulesOf(id, kind).length > 0)
      const seen: LocationLooks[] = []
      for (const [locationId, looks] of await peaks.lookAt(db, having('peak')))
        for (const rule of rulesOf(locationId, 'peak')) seen.push({ locationId, rule, looks })
      for (const [locationId, looks] of plants.lookAt(having('pv_neighbours')))
        for (const rule of rulesOf(locationId, 'pv_neighbours')) seen.push({ locationId, rule, looks })
      return seen
    },
    end: () => {
      peaks.end()
    },
    countCompared: plants.countCompared,
  }
}

function locationsOf(cover: RuleCover, kind: RuleKind): number[] {
  const rules: CoveredRule[] = [...cover.rules.values()].filter(({ terms }) => terms.kind === kind)
  return [...new Set(rules.flatMap(({ locationIds }) => locationIds))]
}
