import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter, dayAt } from '@ohmstead/domain/time/days'
import { marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Queryable } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { backFill } from './back-fill.ts'
import { lookAfterZone } from './look-after-zone.ts'
import type { ReadDeps } from './read-spot-days.ts'
import type { BackFill, SpotMarket } from './running-spot-market.ts'
import type { SpotSource } from './sources/spot-source.ts'
import {
  claimZone,
  countLateZones,
  endSpotLeases,
  findZonesInUse,
  insertZones,
  noteInterest,
  type SpotZone,
  setHistory,
  setZoneJob,
} from './spot-zone-queries.ts'

const lookEveryMs = 30_000
/** Longer than any look takes. */
const leaseMs = 600_000
/** Zones that one process looks at together. */
const atOnce = 2
/** What a zone has from the day it comes into use. */
const historyDays = 400
const historyAgainMs = 6 * 3_600_000

export interface SpotMarketDeps extends Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'jobs'> {
  metrics: Registry
  sources: readonly SpotSource[]
  /** 0 to 1, drawn anew for each look. */
  chance?: () => number
}

/** Keeps the prices of all zones in use up to date; several processes share the zones. */
export async function startSpotMarket(options: SpotMarketDeps): Promise<SpotMarket> {
  const { db, clock, jobs, metrics, sources, chance = Math.random } = options
  const log = options.log.child({ part: 'spot-market' })
  const closing = new AbortController()
  const failures = new Counter({
    name: 'ohmstead_spot_failures_total',
    help: 'Questions about market prices that a source did not answer',
    labelNames: ['source', 'code'] as const,
    registers: [metrics],
  })
  const late = new Gauge({
    name: 'ohmstead_spot_late_zones',
    help: 'Zones in use whose market prices should be there and are not',
    registers: [metrics],
  })
  const deps: ReadDeps = { db, clock, log, sources, failures, pausedUntil: new Map() }
  if (db.kind === 'embedded') await endSpotLeases(db)

  async function start(
    wanted: BackFill,
    begin?: (tx: Queryable) => Promise<void>,
  ): Promise<{ id: number; finished: Promise<void> }> {
    const { region, fromDay, toDay, createdBy } = wanted
    const detail = { region, from: fromDay, to: toDay }
    return jobs.run(
      { kind: 'spot_backfill', detail, createdBy, takesTurns: true },
      async (progress) => {
        try {
          await backFill(deps, wanted, progress, closing.signal)
          if (createdBy === null) await setHistory(db, region, { from: fromDay })
        } catch (error) {
          // Ended with this process, it begins again with the next one.
          if (createdBy === null && !closing.signal.aborted)
            await setHistory(db, region, { tryAt: clock.now() + historyAgainMs })
          throw error
        }
      },
      async (tx, id) => {
        await setZoneJob(tx, region, id, clock.now())
        await begin?.(tx)
      },
    )
  }

  /** The history of a zone that has come into use; a source must have answered, or all would wait for it. */
  async function startHistory({ region, history_from, history_try_at, is_filling }: SpotZone): Promise<void> {
    if (history_from !== null || is_filling || (history_try_at ?? 0) > clock.now()) return
    const today = dayAt(clock.now(), marketZoneOf(findBiddingZone(region)))
    await start({
      region,
      fromDay: dayAfter(today, -historyDays),
      toDay: dayAfter(today, -1),
      createdBy: null,
    })
  }

  async function runLane(regions: readonly string[]): Promise<void> {
    while (!closing.signal.aborted) {
      const now = clock.now()
      const zone = await claimZone(db, { regions, now, leasedUntil: now + leaseMs })
      if (!zone) return
      if (await lookAfterZone(deps, zone, chance(), closing.signal)) await startHistory(zone)
    }
  }

  async function work(): Promise<void> {
    const regions = (await findZonesInUse(db, clock.now())).filter((code) => findBiddingZone(code))
    await insertZones(db, regions, clock.now())
    await Promise.all(Array.from({ length: atOnce }, () => runLane(regions)))
    late.set(await countLateZones(db, regions))
  }

  let running: Promise<void> | null = null
  /** What came while a look was under way needs another one. */
  let isWanted = false

  async function look(): Promise<void> {
    if (closing.signal.aborted || sources.length === 0) return
    isWanted = true
    running ??= (async () => {
      while (isWanted && !closing.signal.aborted) {
        isWanted = false
        await work().catch((error) => {
          if (!closing.signal.aborted) log.error({ err: error }, 'market prices could not be looked for')
        })
      }
    })().finally(() => {
      running = null
    })
    await running
  }

  const looking = setInterval(() => running ?? void look(), lookEveryMs)
  looking.unref()
  void look()
  return {
    sources,
    look,
    showInterest: async (region) => {
      if (sources.length > 0 && (await noteInterest(db, region, clock.now()))) void look()
    },
    backFill: async (wanted, begin) => (await start(wanted, begin)).id,
    close: async () => {
      clearInterval(looking)
      closing.abort()
      await running
    },
  }
}
