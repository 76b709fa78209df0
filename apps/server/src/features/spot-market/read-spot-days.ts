import type { BiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter } from '@ohmstead/domain/time/days'
import { listMarketDays, marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { Db } from '../../platform/db/db.ts'
import { SpotFailure, type SpotSource, type SpotSourceKey } from './sources/spot-source.ts'
import { findOpenDays } from './spot-day-queries.ts'
import { noteAnswer, noteSourceFailure } from './spot-zone-queries.ts'
import { storeSpotDays } from './store-spot-days.ts'

export interface ReadDeps {
  db: Db
  clock: { now(): number }
  log: Logger
  sources: readonly SpotSource[]
  /** Sources that asked to be left alone, and until when. */
  pausedUntil: Map<SpotSourceKey, number>
  failures: Counter<'source' | 'code'>
}

export interface SpotReading {
  /** Whether a source was asked, and whether one answered. */
  isAsked: boolean
  isAnswered: boolean
  /** The shortest wait that a source asked for; 0 if one may be asked again. */
  waitMs: number
  lastFailure: SpotFailure | null
}

/**
 * Asks the first source for days, and the next ones for what none before them has whole: they may have corrected what they
 * once stood in for. A failure of a source is remembered and ends nothing.
 */
export async function readSpotDays(
  deps: ReadDeps,
  zone: BiddingZone,
  { fromDay, toDay }: { fromDay: string; toDay: string },
  signal: AbortSignal,
): Promise<SpotReading> {
  const { db, clock, sources, pausedUntil } = deps
  const names = listMarketDays(fromDay, toDay, marketZoneOf(zone)).map(({ day }) => day)
  const reading: SpotReading = { isAsked: false, isAnswered: false, waitMs: 0, lastFailure: null }
  const waits: number[] = []
  const answered: SpotSourceKey[] = []
  for (const source of sources.filter((one) => one.covers(zone))) {
    const open = reading.isAnswered ? await findOpenDays(db, zone.code, names, answered) : names
    if (open.length === 0) break
    reading.isAsked = true
    const pauseMs = (pausedUntil.get(source.key) ?? 0) - clock.now()
    if (pauseMs > 0) {
      reading.lastFailure ??= new SpotFailure('spot_busy', 'it asked to be left alone')
      waits.push(pauseMs)
      continue
    }
    try {
      await readFrom(deps, source, zone, { fromDay: open[0]!, toDay: open.at(-1)! }, signal)
      reading.isAnswered = true
      answered.push(source.key)
    } catch (error) {
      if (!(error instanceof SpotFailure)) throw error
      await noteFailure(deps, source, zone, error)
      reading.lastFailure = error
      waits.push(error.waitMs ?? 0)
    }
  }
  return { ...reading, waitMs: waits.length > 0 ? Math.min(...waits) : 0 }
}

async function readFrom(
  { db, clock, sources }: ReadDeps,
  source: SpotSource,
  zone: BiddingZone,
  { fromDay, toDay }: { fromDay: string; toDay: string },
  signal: AbortSignal,
): Promise<void> {
  const order = sources.map(({ key }) => key)
  for (let first = fromDay; first <= toDay; first = dayAfter(first, source.longestDays)) {
    const last = [toDay, dayAfter(first, source.longestDays - 1)].sort()[0]!
    const days = await source.fetchDays(zone, first, last, signal)
    await storeSpotDays(db, zone.code, days, { order, now: clock.now() })
  }
  await noteAnswer(db, zone.code, source.key, clock.now())
}

async function noteFailure(
  { db, clock, log, pausedUntil, failures }: ReadDeps,
  { key }: SpotSource,
  zone: BiddingZone,
  failure: SpotFailure,
): Promise<void> {
  const now = clock.now()
  if (failure.waitMs !== null) pausedUntil.set(key, Math.max(pausedUntil.get(key) ?? 0, now + failure.waitMs))
  failures.inc({ source: key, code: failure.code })
  log.warn(
    { source: key, region: zone.code, code: failure.code, reason: failure.message },
    'no market prices',
  )
  await noteSourceFailure(db, zone.code, key, failure.code, now)
}
