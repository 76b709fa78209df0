import type { JobProgress } from '../../platform/jobs/jobs.ts'

const askEveryMs = 500

/** Work in another thread that ends as soon as its job is cancelled. */
export async function watchWork<Result>(
  progress: JobProgress,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  let stopped: { reason: unknown } | null = null
  const asking = setInterval(() => {
    progress.report({}).catch((reason: unknown) => {
      stopped ??= { reason }
      ending.abort()
    })
  }, askEveryMs)
  try {
    return await work(ending.signal)
  } catch (error) {
    // The job is told what stopped it, not that its work was aborted.
    throw stopped ? (stopped as { reason: unknown }).reason : error
  } finally {
    clearInterval(asking)
  }
}
