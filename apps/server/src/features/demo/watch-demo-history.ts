import type { DemoFleetReport } from '@ohmstead/contract/demo-fleet'
import type { PlatformDeps } from '../../platform/platform-deps.ts'

type HistoryReport = Extract<DemoFleetReport, { type: 'history' }>

/** How often a job without news checks whether it was cancelled, ms. */
const lookEveryMs = 250

/** Shows the demo controllers' progress as one job per company, and passes a cancellation on to them. */
export function watchDemoHistory(
  deps: Pick<PlatformDeps, 'jobs' | 'log'>,
  cancel: (companyId: number) => void,
) {
  const companies = new Map<number, { latest: HistoryReport; wake(): void }>()
  let isEnded = false
  let isStopping = false

  async function run(companyId: number, entry: { latest: HistoryReport; wake(): void }): Promise<void> {
    const { total } = entry.latest
    await deps.jobs.run({ kind: 'demo_history', total, companyId }, async (progress) => {
      try {
        for (;;) {
          const { done, state } = entry.latest
          await progress.report({ done })
          if (state === 'done') return
          // During shutdown the job waits to be stopped too: it continues after the next start.
          if (!isStopping && (isEnded || state === 'cancelled'))
            throw new Error('the demo controllers ended early')
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, lookEveryMs)
            entry.wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
      } catch (error) {
        cancel(companyId)
        throw error
      }
    })
  }

  return {
    /** Ignores anything but a report of the history: under `node --watch` Node writes to the same channel. */
    take(report: { type?: unknown }): void {
      if (!isHistoryReport(report)) return
      const known = companies.get(report.companyId)
      if (known) {
        known.latest = report
        known.wake()
        return
      }
      const entry = { latest: report, wake: () => {} }
      companies.set(report.companyId, entry)
      run(report.companyId, entry).catch((error) =>
        deps.log.error({ err: error }, 'the job of the demo history could not start'),
      )
    },
    stop(): void {
      isStopping = true
    },
    /** The controllers are gone: there will be no more news. */
    end(): void {
      isEnded = true
      for (const { wake } of companies.values()) wake()
    },
  }
}

function isHistoryReport(report: { type?: unknown }): report is HistoryReport {
  return report.type === 'history'
}
