import type { Deps } from '../../deps.ts'
import { exposeCounter, exposeGauge } from '../../platform/expose-metric.ts'
import { countSignIns } from '../auth/count-sign-ins.ts'
import type { startUpkeep } from '../upkeep/start-upkeep.ts'
import type { InstallationFigures, SharedFigures } from './shared-figures.ts'

type Needed = Pick<Deps, 'db' | 'metrics' | 'jobs' | 'mailer' | 'live' | 'health'>

/** The facts of the platform's parts, and the figures of the installation, among the metrics. */
export function exposeFacts(
  deps: Needed,
  { upkeep, figures }: { upkeep: Pick<ReturnType<typeof startUpkeep>, 'findStates'>; figures: SharedFigures },
): void {
  countSignIns(deps.metrics)
  exposeProcess(deps)
  exposeUpkeep(deps, upkeep)
  exposeFigures(deps, figures)
}

function exposeProcess({ db, metrics, jobs, mailer, live, health }: Needed): void {
  exposeGauge(
    metrics,
    { name: 'ohmstead_ready', help: 'Whether this process takes requests, as /api/ready says: 1 or 0' },
    () => Number(health.database() === 'ok' && !health.isStopping()),
  )
  const pool = (name: string, help: string, read: 'limit' | 'open' | 'idle' | 'waiting') =>
    exposeGauge(metrics, { name: `ohmstead_database_${name}`, help, labelNames: ['pool'] }, () =>
      db.findPoolUse().map((use) => [{ pool: use.priority }, use[read]] as const),
    )
  pool('connections_limit', 'How many connections a pool may open', 'limit')
  pool('connections', 'Open connections of a pool', 'open')
  pool('connections_idle', 'Open connections that nobody uses', 'idle')
  pool('waiting', 'Pieces of work that wait for a connection', 'waiting')

  exposeGauge(
    metrics,
    { name: 'ohmstead_jobs', help: 'Jobs of this process that wait or run', labelNames: ['kind', 'state'] },
    () =>
      jobs
        .findCounts()
        .flatMap(({ kind, waiting, running }) => [
          [{ kind, state: 'waiting' }, waiting] as const,
          [{ kind, state: 'running' }, running] as const,
        ]),
  )
  exposeCounter(
    metrics,
    {
      name: 'ohmstead_jobs_finished_total',
      help: 'Jobs of this process that have ended',
      labelNames: ['kind', 'outcome'],
    },
    () =>
      jobs
        .findCounts()
        .flatMap(({ kind, done, failed, cancelled }) => [
          [{ kind, outcome: 'done' }, done] as const,
          [{ kind, outcome: 'failed' }, failed] as const,
          [{ kind, outcome: 'cancelled' }, cancelled] as const,
        ]),
  )
  exposeCounter(
    metrics,
    { name: 'ohmstead_mails_total', help: 'Attempts to send a mail', labelNames: ['outcome'] },
    () => Object.entries(mailer.findCounts()).map(([outcome, count]) => [{ outcome }, count] as const),
  )
  exposeGauge(
    metrics,
    { name: 'ohmstead_streams', help: 'Open event streams of browsers' },
    () => live.findCounts().streams,
  )
  exposeGauge(
    metrics,
    { name: 'ohmstead_streams_locations', help: 'Locations that somebody watches through this process' },
    () => live.findCounts().locations,
  )
  exposeCounter(
    metrics,
    { name: 'ohmstead_streams_events_total', help: 'Events sent to event streams' },
    () => live.findCounts().events,
  )
}

function exposeUpkeep({ metrics }: Needed, upkeep: Pick<ReturnType<typeof startUpkeep>, 'findStates'>): void {
  exposeGauge(
    metrics,
    {
      name: 'ohmstead_upkeep_success_timestamp_seconds',
      help: 'When a chore of this process last succeeded',
      labelNames: ['chore'],
    },
    () =>
      upkeep
        .findStates()
        .map(({ chore, doneAt }) => [{ chore }, doneAt === null ? null : doneAt / 1000] as const),
  )
  exposeCounter(
    metrics,
    { name: 'ohmstead_upkeep_failures_total', help: 'Chores that failed', labelNames: ['chore'] },
    () => upkeep.findStates().map(({ chore, failures }) => [{ chore }, failures] as const),
  )
}

/** The same in every process: a query takes the maximum of them. */
function exposeFigures({ metrics }: Needed, figures: SharedFigures): void {
  const gauge = (name: string, help: string, read: (now: InstallationFigures) => number | null) =>
    exposeGauge(metrics, { name: `ohmstead_${name}`, help }, () => {
      const found = figures.find()
      return found && read(found)
    })
  gauge(
    'figures_timestamp_seconds',
    'When the figures of the installation were counted, by one process for all',
    ({ at }) => at / 1000,
  )
  exposeGauge(
    metrics,
    {
      name: 'ohmstead_controllers',
      help: 'Controllers: connected, late (silent for up to a week), lost (for longer), new (never seen)',
      labelNames: ['state'],
    },
    () => {
      const { connected, late, lost, new: fresh } = figures.find()?.controllers ?? {}
      return Object.entries({ connected, late, lost, new: fresh }).map(
        ([state, count]) => [{ state }, count ?? null] as const,
      )
    },
  )
  gauge(
    'controllers_wrong_clock',
    'Controllers whose clock is wrong',
    ({ controllers }) => controllers.wrongClock,
  )
  gauge('mail_queue', 'Mails that wait to be sent', ({ mail }) => mail.waiting)
  gauge('mail_queue_oldest_timestamp_seconds', 'When the oldest waiting mail was written', ({ mail }) =>
    mail.oldestAt === null ? null : mail.oldestAt / 1000,
  )
  gauge('jobs_open', 'Jobs of all processes that wait or run', ({ openJobs }) => openJobs)
  gauge('sessions', 'Sessions of people that have not expired', ({ sessions }) => sessions)
  gauge('database_size_bytes', 'Size of the database', ({ databaseBytes }) => databaseBytes)
  exposeGauge(
    metrics,
    {
      name: 'ohmstead_partitions',
      help: 'Monthly partitions of a table of readings',
      labelNames: ['table'],
    },
    () => (figures.find()?.partitions ?? []).map(({ table, count }) => [{ table }, count] as const),
  )
  exposeGauge(
    metrics,
    {
      name: 'ohmstead_partitions_end_timestamp_seconds',
      help: 'Until when a table of readings has partitions',
      labelNames: ['table'],
    },
    () => (figures.find()?.partitions ?? []).map(({ table, endsAt }) => [{ table }, endsAt / 1000] as const),
  )
  const disk = (name: string, help: string, read: 'freeBytes' | 'totalBytes') =>
    exposeGauge(metrics, { name: `ohmstead_data_directory_${name}`, help }, () => {
      const space = figures.findDisk()
      return space?.[read] ?? null
    })
  disk('free_bytes', 'Free space of the disk with DATA_DIR, where there is such a directory', 'freeBytes')
  disk('size_bytes', 'Size of the disk with DATA_DIR', 'totalBytes')
}
