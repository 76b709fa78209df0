import { findDaysSoFar } from '@ohmstead/domain/portal/so-far'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { getMeteringPoint } from '../portal/points/get-metering-point.ts'
import { readQuarterHours } from '../portal/readings/read-quarter-hours.ts'
import { describeChoice } from './describe-choice.ts'
import { insertPortfolioRow, type PortfolioFigures } from './portfolio-queries.ts'
import type { PortfolioRun } from './run-settings.ts'

/**
 * Works through metering points, as many at once as there are calculation threads. Each row is written when it is
 * done, so that finished ones stay if the job is cancelled.
 */
export async function optimisePortfolio(
  { calculator }: Pick<Deps, 'calculator'>,
  progress: JobProgress,
  run: PortfolioRun,
): Promise<void> {
  let next = 0
  let done = 0
  let isStopped = false
  async function takeTurns(): Promise<void> {
    while (!isStopped && next < run.deviceIds.length) {
      const deviceId = run.deviceIds[next++]!
      try {
        const figures = await chooseForDevice(calculator, progress.db, deviceId, run)
        if (figures) await insertPortfolioRow(progress.db, run.id, deviceId, figures)
        await progress.report({ done: ++done })
      } catch (error) {
        isStopped = true
        throw error
      }
    }
  }
  // One more than threads, so that none is idle while a point is read.
  const turns = Array.from({ length: calculator.size + 1 }, takeTurns)
  const outcomes = await Promise.allSettled(turns)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** Null if the point is gone. */
async function chooseForDevice(
  calculator: Deps['calculator'],
  db: Queryable,
  deviceId: number,
  run: PortfolioRun,
): Promise<PortfolioFigures | null> {
  try {
    const { point, consumerInfo, reach } = await getMeteringPoint(db, deviceId)
    const { series } = await readQuarterHours(db, deviceId, run)
    const { adviceFrom, levies, vat } = run
    const task = { series, point, adviceFrom, levies, vat }
    const chosen = await calculator.choosePowers(task, { person: run.userId, urgency: 'job' })
    const so_far = findDaysSoFar({ from: run.fromDay, to: run.toDay }, reach)
    return { ...describeChoice(chosen, consumerInfo.userGroup), so_far }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
