import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import { closeDays } from './close-days.ts'
import { maintainPartitions } from './partitions.ts'
import { resumeRebuilds } from './rebuild-series.ts'

const hourMs = 3_600_000

/**
 * Makes the partitions that readings need, and from then on keeps the telemetry tables in order every hour: partitions,
 * days summed up, and what a stop has interrupted. Returns the way to stop, which waits for the step in hand.
 */
export async function startTelemetry(context: {
  db: Db
  clock: { now(): number }
  log: Logger
  retentionDays: number
}): Promise<{ close(): Promise<void> }> {
  const { db, clock, log, retentionDays } = context
  let isClosing = false
  const maintain = () => maintainPartitions(db, { now: clock.now(), retentionDays })
  const tidy = async () => {
    try {
      await maintain()
      await resumeRebuilds(db, () => isClosing)
      await closeDays(db, clock.now(), () => isClosing)
    } catch (error) {
      if (!isClosing) log.error({ err: error }, 'the telemetry tables could not be put in order')
    }
  }
  await maintain()
  let running = tidy()
  const timer = setInterval(() => {
    running = running.then(tidy)
  }, hourMs)
  return {
    close: async () => {
      isClosing = true
      clearInterval(timer)
      await running
    },
  }
}
