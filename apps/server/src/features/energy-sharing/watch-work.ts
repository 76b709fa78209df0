import type { JobProgress } from '../../platform/jobs/jobs.ts'
import type { Asker } from '../../platform/worker-pool.ts'

const askEveryMs = 500

/** What the work is of all that its job counts: the steps before it, and its own. */
interface Part {
  before: number
  steps: number
}

/** Work in another thread that tells its job how far it is, and ends as soon as the job is cancelled. */
export async function watchWork<Result>(
  progress: JobProgress,
  { before, steps }: Part,
  work: (asking: Required<Pick<Asker, 'signal' | 'onProgress'>>) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  let stopped: { reason: unknown } | null = null
  let share = 0
  const asking = setInterval(() => {
    progress.report({ done: before + Math.floor(steps * share) }).catch((reason: unknown) => {
      stopped ??= { reason }
      ending.abort()
    })
  }, askEveryMs)
  const onProgress = (done: number) => {
    share = done
  }
  try {
    return await work({ signal: ending.signal, onProgress })
  } catch (error) {
    // The job is told what stopped it, not that its work was aborted.
    throw stopped ? (stopped as { reason: unknown }).reason : error
  } finally {
    clearInterval(asking)
  }
}
