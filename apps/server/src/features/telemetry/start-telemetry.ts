import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import { closeDays } from './close-days.ts'
import { type EnergyFinisher, startEnergyFinisher } from './energy-finisher.ts'
import { isLockRefused } from './partition-queries.ts'
import { maintainPartitions } from './partitions.ts'

const hourMs = 3_600_000

/** Retry after partitions could not be created because of locks; those needed now were created months ago. */
const retryMs = 60_000

/**
 * Creates the partitions that readings need, and then maintains the telemetry tables: pending energy at
 * once, partitions and daily sums every hour. Stopping waits for the current step.
 */
export async function startTelemetry(context: {
  db: Db
  clock: { now(): number }
  log: Logger
  retentionDays: number
}): Promise<{ finisher: EnergyFinisher; close(): Promise<void> }> {
  const { db, clock, log, retentionDays } = context
  let isClosing = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let logged = ''

  /** False if something has to wait for others. */
  async function maintain(): Promise<boolean> {
    try {
      const { dropped, kept } = await maintainPartitions(db, { now: clock.now(), retentionDays })
      for (const partition of dropped)
        log.warn({ partition, keptDays: kept.days }, 'a month of readings was dropped by its age')
      const news = kept.days === retentionDays ? '' : `${kept.days}`
      if (news !== logged && news !== '')
        log.warn(
          { keptDays: kept.days, wantedDays: retentionDays },
          'readings are kept longer than RAW_RETENTION_DAYS says here: another process wants more, or did within a day',
        )
      logged = news
      return true
    } catch (error) {
      if (!isLockRefused(error)) throw error
      log.warn({ reason: (error as Error).message }, 'partitions wait for a lock; trying again in a minute')
      return false
    }
  }

  async function tidy(): Promise<void> {
    let isMaintained = true
    try {
      isMaintained = await maintain()
      await closeDays(db, clock.now(), () => isClosing)
    } catch (error) {
      if (!isClosing) log.error({ err: error }, 'the telemetry tables could not be put in order')
    }
    if (!isClosing) schedule(isMaintained ? hourMs : retryMs)
  }
  function schedule(afterMs: number): void {
    timer = setTimeout(() => {
      running = tidy()
    }, afterMs)
  }

  await maintain()
  const finisher = startEnergyFinisher({ db, log })
  running = tidy()
  return {
    finisher,
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await finisher.close()
      await running
    },
  }
}
