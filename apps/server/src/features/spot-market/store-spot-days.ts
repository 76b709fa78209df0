import { isBetterSpotDay, isSameSpotDay, type SpotDay } from '@ohmstead/pricing/spot/spot-day'
import type { Db } from '../../platform/db/db.ts'
import {
  findVersions,
  insertVersions,
  lockRegion,
  type StoredSpotDay,
  setCurrent,
} from './spot-day-queries.ts'

/**
 * Keeps what a source answered: a day that differs from its last answer becomes a further version, and the best version of
 * each day is the one in use. Returns the days whose prices in use have changed.
 */
export function storeSpotDays(
  db: Db,
  region: string,
  days: readonly SpotDay[],
  { order, now }: { order: readonly string[]; now: number },
): Promise<string[]> {
  if (days.length === 0) return Promise.resolve([])
  return db.transaction(async (tx) => {
    await lockRegion(tx, region)
    const names = days.map(({ day }) => day)
    const known = Map.groupBy(await findVersions(tx, region, names), ({ day }) => day)
    const fresh = days.flatMap((day) => {
      const own = (known.get(day.day) ?? []).filter(({ source }) => source === day.source)
      const last = own.at(-1)
      return last && isSameSpotDay(last, day) ? [] : [{ ...day, version: (last?.version ?? 0) + 1 }]
    })
    await insertVersions(tx, region, fresh, now)
    const chosen = fresh.flatMap((day) => {
      const others = known.get(day.day) ?? []
      const current = others.find(({ isCurrent }) => isCurrent)
      const best = [day, ...others].reduce((one, other) => (isBetterSpotDay(other, one, order) ? other : one))
      return best === current ? [] : [{ best, current }]
    })
    if (chosen.length > 0)
      await setCurrent(
        tx,
        region,
        chosen.map(({ best }) => best),
      )
    return chosen.filter(isChanged).map(({ best }) => best.day)
  })
}

const isChanged = ({ best, current }: { best: SpotDay; current: StoredSpotDay | undefined }) =>
  current === undefined || !isSameSpotDay(best, current)
