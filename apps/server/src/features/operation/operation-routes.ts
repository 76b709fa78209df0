import { type OperationView, operationEndpoints } from '@ohmstead/contract/operation'
import { estimateGrowth, forecastFull } from '@ohmstead/domain/operation/forecast-disk'
import type { Deps } from '../../deps.ts'
import { type Route, route } from '../../route.ts'
import { findOpenIncident } from '../alarms/incident-queries.ts'
import { findDaySizes, findLargestTables } from './database-size.ts'
import { countControllers, findDatabaseSize, findMailQueue } from './figure-queries.ts'
import { findDiskSpace } from './find-disk-space.ts'
import {
  countFailedMails,
  countImports,
  countJobKinds,
  countRefused,
  findLastFailedJobs,
  findProcesses,
  findSoftwareUses,
} from './operation-queries.ts'
import { findTroubledControllers, markNewest } from './troubled-controllers.ts'

const dayMs = 86_400_000
const pageSize = 50
const tablesShown = 8
const failedJobsShown = 10
const sizesShown = 60

export const operationRoutes: Route[] = [
  route(operationEndpoints.get, async ({ deps }) => {
    const now = deps.clock.now()
    const [processes, jobs, mail, imports, controllers, database] = await Promise.all([
      findProcesses(deps.db),
      findJobs(deps, now),
      findMail(deps, now),
      countImports(deps.db),
      findControllers(deps, now),
      findDatabase(deps, now),
    ])
    return { operation: { checked_at: now, processes, jobs, mail, imports, controllers, database } }
  }),

  route(operationEndpoints.controllers, async ({ deps, db, query: { problem, page } }) => {
    const software = markNewest(problem === 'old_software' ? await findSoftwareUses(db) : [])
    const found = await findTroubledControllers(db, problem, {
      ...{ now: deps.clock.now(), refusedSince: deps.clock.now() - dayMs, software, page, pageSize },
    })
    return { ...found, page, page_size: pageSize }
  }),
]

async function findJobs({ db }: Deps, now: number): Promise<OperationView['jobs']> {
  const since = now - dayMs
  const [kinds, lastFailed] = await Promise.all([
    countJobKinds(db, since),
    findLastFailedJobs(db, since, failedJobsShown),
  ])
  return { kinds, last_failed: lastFailed }
}

async function findMail({ db }: Deps, now: number): Promise<OperationView['mail']> {
  const [queue, failed] = await Promise.all([findMailQueue(db), countFailedMails(db, now - dayMs)])
  return { waiting: queue.waiting, oldest_at: queue.oldestAt, failed }
}

async function findControllers({ db }: Deps, now: number): Promise<OperationView['controllers']> {
  const [counts, uses, refusals, incident] = await Promise.all([
    countControllers(db, now),
    findSoftwareUses(db),
    countRefused(db, now - dayMs),
    findOpenIncident(db),
  ])
  const software = markNewest(uses)
  const { wrongClock, ...states } = counts
  const old = software.filter(({ isNewest }) => !isNewest).reduce((sum, { count }) => sum + count, 0)
  return {
    ...states,
    wrong_clock: wrongClock,
    old_software: old,
    lost_at_once: incident?.lost ?? 0,
    ...refusals,
    versions: software.map(({ kind, version, count, isNewest }) => ({
      ...{ kind, version, count, is_newest: isNewest },
    })),
  }
}

async function findDatabase({ db, settings }: Deps, now: number): Promise<OperationView['database']> {
  const [size, days, tables, freeBytes] = await Promise.all([
    findDatabaseSize(db),
    findDaySizes(db, sizesShown),
    findLargestTables(db, tablesShown),
    findFreeBytes(db, settings),
  ])
  const growth = estimateGrowth(days.map(({ day, bytes }) => ({ day: Date.parse(day) / dayMs, bytes })))
  const free = freeBytes(size)
  return {
    ...{ kind: db.kind, size_bytes: size, days, tables, growth_bytes_per_day: growth, free_bytes: free },
    full_at: free === null || growth === null ? null : forecastFull(now, free, growth),
  }
}

/**
 * What is still free for the database: on the disk of the embedded one; with PostgreSQL, whose disk only it can see,
 * what the operator has said that it has (DATABASE_DISK_GB).
 */
async function findFreeBytes(
  db: Deps['db'],
  settings: Deps['settings'],
): Promise<(size: number) => number | null> {
  if (db.kind === 'embedded') {
    const disk = await findDiskSpace(settings.dataDir)
    return () => disk?.freeBytes ?? null
  }
  const all = settings.databaseDiskBytes
  return (size) => (all === null ? null : Math.max(0, all - size))
}
