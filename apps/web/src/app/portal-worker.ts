import { ApiError } from '../lib/api-error.ts'
import { setApiHost } from '../lib/call.ts'
import { provideTemporal } from '../lib/temporal.ts'
import type { ApiHostMessage, WorkerMessage, WorkerQuestion } from '../shared/portal/portal-job.ts'
import { getReadings } from '../shared/portal/portal-readings.ts'
import { portalJobs } from './portal-jobs.ts'

// Keeps the readings of the selection and calculates with them, so that pages stay responsive. One job after another.

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<WorkerQuestion | ApiHostMessage | { cancel: number }>) => void
  postMessage: (message: WorkerMessage) => void
}
const cancelled = new Set<number>()
class Cancelled extends Error {}
let before: Promise<void> = provideTemporal()

scope.onmessage = ({ data }) => {
  if ('cancel' in data) {
    cancelled.add(data.cancel)
    return
  }
  if ('apiHost' in data) {
    setApiHost(data.apiHost)
    return
  }
  before = before.then(() => answer(data))
}

async function answer({ id, name, key, input }: WorkerQuestion): Promise<void> {
  // A cancellation may already be queued behind the job.
  await new Promise((resolve) => setTimeout(resolve))
  if (cancelled.delete(id)) return
  try {
    const job = (await portalJobs.get(name)!()) as (...asked: unknown[]) => unknown
    const readings = await getReadings(key)
    const report = (progress: number) => {
      if (cancelled.delete(id)) throw new Cancelled()
      scope.postMessage({ id, kind: 'progress', progress })
    }
    scope.postMessage({ id, kind: 'answer', answer: await job(readings, input, report) })
  } catch (error) {
    if (error instanceof Cancelled) return
    const code = error instanceof ApiError ? error.code : error instanceof TypeError ? 'part' : 'unexpected'
    if (!(error instanceof ApiError)) console.error(error)
    scope.postMessage({ id, kind: 'failed', code, message: String(error) })
  }
}
