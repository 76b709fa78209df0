import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import { closeDays } from './close-days.ts'
import { type EnergyFinisher, startEnergyFinisher } from './energy-finisher.ts'
import { isLockRefused } from './partition-queries.ts'
import { maintainPartitions } from './partitions.ts'

const hourMs = 3_600_000

/** After partitions could not be made, for a lock that others held; those that are needed now were made months ago. */
const retryMs = 60_000

/**
 * Makes the partitions that readings need, and from then on keeps the telemetry tables in order: energy that is due at
 * once, partitions and days summed up every hour. Stopping waits for the step in hand.
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

  /** False where something has to wait for others. */
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
