import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import {
  type ControllerCounts,
  countControllers,
  countOpenJobs,
  countSessions,
  findDatabaseSize,
  findMailQueue,
  findPartitionEnds,
  type PartitionEnd,
} from './figure-queries.ts'
import { type DiskSpace, findDiskSpace } from './find-disk-space.ts'

/** What the database knows of the whole installation. */
export interface InstallationFigures {
  /** When it was counted, in epoch milliseconds. */
  at: number
  controllers: ControllerCounts
  mail: { waiting: number; oldestAt: number | null }
  openJobs: number
  sessions: number
  databaseBytes: number
  partitions: PartitionEnd[]
}

export interface SharedFigures {
  /** The newest of all processes; null before the first. */
  find(): InstallationFigures | null
  /** Of the disk with DATA_DIR, on this machine. */
  findDisk(): DiskSpace | null
  /** Looks now; for tests. */
  look(): Promise<void>
  close(): Promise<void>
}

const lookEveryMs = 20_000
/** Older figures are no longer shown: whoever counted them may have lost the database. */
const goodForMs = 180_000
const key = 'operation.figures'

/**
 * Counts in the database what monitoring wants to know, once a minute for all processes together: the first to look
 * after a minute counts for everybody, and all others read its figures, one row each.
 */
export function startSharedFigures({
  db: anyDb,
  clock,
  log,
  settings,
}: Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'settings'>): SharedFigures {
  // Its time limits keep a closing process from waiting for a stalled database.
  const db = anyDb.at('page')
  let figures: InstallationFigures | null = null
  let disk: DiskSpace | null = null
  let isAway = false

  async function look(): Promise<void> {
    disk = await findDiskSpace(settings.dataDir)
    try {
      if (await claimCount(db)) await saveFigures(db, await countAll(db, clock.now()))
      figures = await findFigures(db)
      isAway = false
    } catch (error) {
      // Once for an outage, which the watch of the database reports in its own way.
      if (!isAway)
        log.warn({ reason: (error as Error).message }, 'figures for monitoring could not be counted')
      isAway = true
    }
  }

  let running = look()
  const looking = setInterval(() => {
    running = running.then(look)
  }, lookEveryMs)
  looking.unref()
  return {
    find: () => (figures && clock.now() - figures.at < goodForMs ? figures : null),
    findDisk: () => disk,
    look: () => {
      running = running.then(look)
      return running
    },
    close: async () => {
      clearInterval(looking)
      await running
    },
  }
}

async function countAll(db: Queryable, now: number): Promise<InstallationFigures> {
  return {
    at: now,
    controllers: await countControllers(db, now),
    mail: await findMailQueue(db),
    openJobs: await countOpenJobs(db),
    sessions: await countSessions(db, now),
    databaseBytes: await findDatabaseSize(db),
    partitions: await findPartitionEnds(db),
  }
}

/** True for one process a minute; the database's clock decides, since those of processes may differ. Where it was put back, no turn counts. */
async function claimCount(db: Queryable): Promise<boolean> {
  const claimed = await db.run(sql`
    insert into setting (key, value) values (${`${key}.turn`}, to_jsonb(extract(epoch from now())))
    on conflict (key) do update set value = excluded.value
    where abs(setting.value::float8 - extract(epoch from now())) > 55`)
  return claimed > 0
}

async function saveFigures(db: Queryable, figures: InstallationFigures): Promise<void> {
  await db.run(sql`
    insert into setting (key, value) values (${key}, ${JSON.stringify(figures)}::jsonb)
    on conflict (key) do update set value = excluded.value`)
}

async function findFigures(db: Queryable): Promise<InstallationFigures | null> {
  const row = await db.row<{ value: InstallationFigures }>(sql`select value from setting where key = ${key}`)
  return row?.value ?? null
}
