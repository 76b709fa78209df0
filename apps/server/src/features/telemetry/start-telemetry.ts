import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import { closeDays } from './close-days.ts'
import { type EnergyFinisher, startEnergyFinisher } from './energy-finisher.ts'
import { maintainPartitions } from './partitions.ts'

const hourMs = 3_600_000

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
  const maintain = () => maintainPartitions(db, { now: clock.now(), retentionDays })
  const tidy = async () => {
    try {
      await maintain()
      await closeDays(db, clock.now(), () => isClosing)
    } catch (error) {
      if (!isClosing) log.error({ err: error }, 'the telemetry tables could not be put in order')
    }
  }
  await maintain()
  const finisher = startEnergyFinisher({ db, log })
  let running = tidy()
  const timer = setInterval(() => {
    running = running.then(tidy)
  }, hourMs)
  return {
    finisher,
    close: async () => {
      isClosing = true
      clearInterval(timer)
      await finisher.close()
      await running
    },
  }
}
