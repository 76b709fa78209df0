import { type JobView, jobEndpoints } from '@ohmstead/contract/jobs'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { type Route, route } from '../../route.ts'
import { findJob, findJobs, type JobRow, requestCancel } from './job-queries.ts'
import { maySeeJob } from './may-see-job.ts'

const dayMs = 86_400_000

export const jobRoutes: Route[] = [
  route(jobEndpoints.list, async ({ db, deps, actor }) => {
    const jobs = await findJobs(db, actor, deps.clock.now() - dayMs)
    return { jobs: jobs.map((job) => toView(job, actor)) }
  }),

  route(jobEndpoints.cancel, async ({ db, deps, actor, params: { jobId } }) => {
    const job = await findJob(db, jobId)
    if (!job || !maySeeJob(actor, scopeOf(job))) throw new AppError('not_found')
    if (!mayCancel(job, actor)) throw new AppError('not_allowed')
    if (!(await requestCancel(db, jobId, deps.clock.now()))) throw new AppError('conflict')
    await notifyLive(db, { t: 'job', id: jobId, ...scopeOf(job) })
    return { job: toView((await findJob(db, jobId))!, actor) }
  }),
]

const scopeOf = (job: JobRow) => ({
  company: job.company_id,
  location: job.location_id,
  user: job.created_by,
})

/** Whoever started it, and people who run the company. */
function mayCancel(job: JobRow, actor: Actor): boolean {
  const role = activeRole(actor)
  if (role === 'ROLE_SUPER_ADMIN' || job.created_by === actor.userId) return true
  return role === 'ROLE_AGGREGATOR' && job.company_id !== null && actor.companyIds.includes(job.company_id)
}

function toView(job: JobRow, actor: Actor): JobView {
  const { created_by: _, ...view } = job
  const isOpen = job.state === 'queued' || job.state === 'running'
  return { ...view, can_cancel: isOpen && mayCancel(job, actor) }
}
