import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter, dayAt } from '@ohmstead/domain/time/days'
import { listMarketDays, marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import { type ReadDeps, readSpotDays, type SpotReading } from './read-spot-days.ts'
import { isLate, isMarketOpen, isRereadDue, nextSpotLook } from './schedule/spot-times.ts'
import { findOpenDays, hasDaySince } from './spot-day-queries.ts'
import { releaseZone, type SpotZone } from './spot-zone-queries.ts'

/** How far back missing days are asked for again every morning and evening, and how many stretches of them at once. */
const gapDays = 400
const mostGaps = 5

/**
 * One look at a leased zone: reads what is missing up to tomorrow, twice a day also corrections and older gaps, and says
 * when to look again. Returns whether a source answered.
 */
export async function lookAfterZone(
  deps: ReadDeps,
  row: SpotZone,
  chance: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock, log, sources } = deps
  const zone = findBiddingZone(row.region)!
  const timeZone = marketZoneOf(zone)
  const now = clock.now()
  const today = dayAt(now, timeZone)
  const [yesterday, tomorrow] = [dayAfter(today, -1), dayAfter(today, 1)]
  const isReread = isRereadDue(now, row.reread_at)
  const recent = [yesterday, today, ...(isMarketOpen(now) ? [tomorrow] : [])]
  const open = await findOpenDays(db, zone.code, recent)
  const ranges = isReread
    ? [recent, ...(await findGaps(deps, row, yesterday, timeZone))]
    : open.length > 0
      ? [open]
      : []
  let reading: SpotReading | null = null
  for (const days of ranges) {
    reading = await readSpotDays(deps, zone, { fromDay: days[0]!, toDay: days.at(-1)! }, signal)
    if (!reading.isAnswered) break
  }
  const isFailed = reading?.isAsked === true && !reading.isAnswered
  const stillOpen = await findOpenDays(db, zone.code, [today, tomorrow])
  const progress = {
    now: clock.now(),
    isTodayComplete: !stillOpen.includes(today),
    isTomorrowComplete: !stillOpen.includes(tomorrow),
  }
  const isPublished = await hasDaySince(db, zone.code, dayAfter(today, -14))
  const failures = isFailed ? row.failures + 1 : 0
  const isExpected = zone.hasPrices && sources.some((source) => source.covers(zone))
  const lateSince = isExpected && isLate(progress) ? (row.late_since ?? now) : null
  if (lateSince !== null && row.late_since === null)
    log.error({ region: zone.code }, 'market prices are late')
  if (lateSince === null && row.late_since !== null)
    log.info({ region: zone.code }, 'market prices have come')
  await releaseZone(db, zone.code, {
    tryAt: nextSpotLook({ ...progress, isPublished, failures, waitMs: reading?.waitMs ?? 0, chance }),
    failures,
    rereadAt: isReread && !isFailed ? now : null,
    lateSince,
  })
  return reading?.isAnswered ?? false
}

/** Days of the read history that are incomplete, as stretches, the newest first. */
async function findGaps(
  { db }: ReadDeps,
  { region, history_from: from }: SpotZone,
  yesterday: string,
  timeZone: string,
): Promise<string[][]> {
  if (from === null) return []
  const first = [from, dayAfter(yesterday, -gapDays)].sort()[1]!
  const days = listMarketDays(first, dayAfter(yesterday, -1), timeZone).map(({ day }) => day)
  const gaps: string[][] = []
  for (const day of await findOpenDays(db, region, days)) {
    if (gaps[0]?.at(-1) === dayAfter(day, -1)) gaps[0].push(day)
    else gaps.unshift([day])
  }
  return gaps.slice(0, mostGaps)
}
