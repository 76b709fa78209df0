import { firstOfNextMonth } from '@ohmstead/network-fee/calendar/month-key'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { optimisePortfolio } from './optimise-portfolio.ts'
import {
  deleteOldOptimisations,
  hasRunningOptimisation,
  insertOptimisation,
  lockOptimisations,
} from './portfolio-queries.ts'
import type { PortfolioRun } from './run-settings.ts'

const keptRuns = 20

/** Starts a run over metering points; returns its id. Throws `conflict` if one of the same person is running, in any process. */
export async function startOptimisation(
  deps: Pick<Deps, 'jobs' | 'calculator' | 'clock'>,
  run: Omit<PortfolioRun, 'id' | 'adviceFrom'> & { companyId: number | null },
): Promise<number> {
  const { userId, companyId, deviceIds } = run
  const adviceFrom = firstOfNextMonth(localDay(deps.clock.now()))
  const total = deviceIds.length
  let id = 0
  const work = async (progress: JobProgress) => {
    await progress.report({ detail: { id } })
    await optimisePortfolio(deps, progress, { ...run, id, adviceFrom })
  }
  const start = { kind: 'portfolio_optimisation', total, companyId, createdBy: userId }
  await deps.jobs.run(start, work, async (tx, jobId) => {
    await lockOptimisations(tx, userId)
    if (await hasRunningOptimisation(tx, userId)) throw new AppError('conflict')
    await deleteOldOptimisations(tx, userId, keptRuns - 1)
    id = await insertOptimisation(tx, { ...run, adviceFrom, jobId, total, now: deps.clock.now() })
  })
  return id
}
