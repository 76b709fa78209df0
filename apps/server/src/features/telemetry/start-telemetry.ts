import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import { operatorCommand } from '../../platform/operator-command.ts'
import { closeDays } from './close-days.ts'
import { describeLoss } from './describe-loss.ts'
import { type EnergyFinisher, startEnergyFinisher } from './energy-finisher.ts'
import { announcePackAge, neverDays, packBefore, packOldSamples } from './pack-age.ts'
import { isLockRefused } from './partition-queries.ts'
import { maintainPartitions } from './partitions.ts'
import type { Retention } from './retention.ts'

/** How often what has ended is summed up: charts of many locations read the hours since then from their readings. */
const closeMs = 600_000
/** The next run if older days are still to be summed up. */
const fillMs = 5_000

/** Retry after partitions could not be created because of locks; those needed now were created months ago. */
const retryMs = 60_000

/** Packing what many months have left goes on in parts, so that the rest is put in order between them. */
const packForMs = 5 * 60_000

/**
 * Creates the partitions that readings need, and then maintains the telemetry tables: pending energy at
 * once, partitions, sums and packs every ten minutes. Stopping waits for the current step.
 */
export async function startTelemetry(context: {
  db: Db
  clock: { now(): number }
  log: Logger
  retentionDays: number
  packAfterDays: number
}): Promise<{ finisher: EnergyFinisher; isTidy(): Promise<void>; close(): Promise<void> }> {
  const { db, clock, log, retentionDays, packAfterDays } = context
  let isClosing = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let packAge: Retention | null = null
  let packedBefore = Number.NEGATIVE_INFINITY
  const logged = { drop: '', pack: '' }

  /** False if something has to wait for others. */
  async function maintain(): Promise<boolean> {
    try {
      const { dropped, kept } = await maintainPartitions(db, { now: clock.now(), retentionDays })
      for (const partition of dropped)
        log.warn({ partition, keptDays: kept.days }, 'a month of readings was dropped by its age')
      await tell('drop', kept, retentionDays)
      // At the start before anything is received: what a new database then gets needs no confirmation.
      packAge = await announcePackAge(db, packAfterDays, clock.now())
      await tell('pack', packAge, packAfterDays)
      return true
    } catch (error) {
      if (!isLockRefused(error)) throw error
      log.warn({ reason: (error as Error).message }, 'partitions wait for a lock; trying again in a minute')
      return false
    }
  }

  /** Says once what is kept longer than the setting wants, and why. */
  async function tell(kind: 'drop' | 'pack', kept: Retention, wantedDays: number): Promise<void> {
    const news = kept.days === wantedDays && kept.waitingDays === null ? '' : JSON.stringify(kept)
    const isNews = news !== '' && news !== logged[kind]
    logged[kind] = news
    if (!isNews) return
    const [setting, command, loss] =
      kind === 'drop'
        ? ['RAW_RETENTION_DAYS', 'confirm-retention', 'would drop these months of readings']
        : [
            'RAW_PACK_AFTER_DAYS',
            'confirm-packing',
            'would thin the readings of these months to one a minute',
          ]
    const days = kept.waitingDays
    if (days === null) {
      if (kept.days === neverDays && wantedDays === 0) return
      const why = 'another process wants more, or did within a day'
      log.warn(
        { keptDays: kept.days, wantedDays },
        `readings are kept longer than ${setting} says here: ${why}`,
      )
      return
    }
    const { months, rows, gigabytes } = await describeLoss(db.at('job'), kind, { days, now: clock.now() })
    log.warn(
      { wantedDays: days, inForceDays: kept.days, months, rows, gigabytes },
      `${setting}=${days} ${loss}; everything is kept until it is confirmed: ${operatorCommand('db', command, String(days))}`,
    )
  }

  /** False if there is more to do. */
  async function pack(): Promise<boolean> {
    const now = clock.now()
    const days = packAge?.days ?? neverDays
    if (days === neverDays || !packAge?.isSettled) return true
    const before = packBefore(days, now)
    if (before <= packedBefore) return true
    const isCancelled = () => isClosing || clock.now() - now > packForMs
    const { work, emptied } = await packOldSamples(db, before, isCancelled)
    if (work.packs > 0) log.info({ ...work, emptied }, 'old readings were thinned to one a minute and packed')
    if (isCancelled()) return false
    packedBefore = before
    return true
  }

  async function tidy(): Promise<void> {
    let isMaintained = true
    let isMore = false
    try {
      isMaintained = await maintain()
      ;({ isMore } = await closeDays(db, clock.now(), () => isClosing))
      isMaintained = (await pack()) && isMaintained
    } catch (error) {
      if (!isClosing) log.error({ err: error }, 'the telemetry tables could not be put in order')
    }
    if (!isClosing) schedule(isMore ? fillMs : isMaintained ? closeMs : retryMs)
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
    /** When the round of putting in order that is running has ended. */
    isTidy: () => running,
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await finisher.close()
      await running
    },
  }
}
