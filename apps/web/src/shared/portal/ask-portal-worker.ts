import type { ErrorCode } from '@ohmstead/contract/errors'
import { ApiError } from '../../lib/api-error.ts'
import { getApiHost } from '../../lib/call.ts'
import { PartLoadError } from '../../lib/load-part.ts'
import { onWipe } from '../../lib/local-store.ts'
import { queryClient } from '../query-client.ts'
import { userQuery } from '../session/current-user.ts'
import type { ApiHostMessage, PortalJob, WorkerMessage, WorkerQuestion } from './portal-job.ts'
import type { ReadingsKey } from './readings-key.ts'

/** The prefix of the worker's answers. */
export const portalWorkerKey = ['portal', 'worker'] as const

interface Waiting {
  resolve: (answer: never) => void
  reject: (error: unknown) => void
  onProgress?: (progress: number) => void
}

/** The worker's jobs come from several features; `app` combines them and says how to start it. */
let startWorker = (): Worker => {
  throw new Error('providePortalWorker comes first')
}

export function providePortalWorker(start: () => Worker): void {
  startWorker = start
}

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()
// One person's readings are nobody else's.
onWipe(() => endWorker(new DOMException('signed out', 'AbortError')))

/**
 * Runs a job over the readings of a selection; the worker fetches them once and keeps the last few. Throws ApiError like
 * a call. For use in queries: `queryFn: ({ signal }) => askPortalWorker(summaryJob, key, input, { signal })`.
 */
export function askPortalWorker<Input, Result>(
  { name }: PortalJob<Input, Result>,
  key: ReadingsKey,
  input: Input,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: number) => void } = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    lastId += 1
    const id = lastId
    waiting.set(id, { resolve, reject, onProgress })
    signal?.addEventListener('abort', () => {
      waiting.delete(id)
      worker?.postMessage({ cancel: id })
      reject(signal.reason)
    })
    getWorker().postMessage({ id, name, key, input } satisfies WorkerQuestion)
  })
}

/** After a change of readings without any other sign, such as a file that corrects days. */
export function forgetReadings(): void {
  endWorker(new DOMException('other readings', 'AbortError'))
  void queryClient.invalidateQueries({ queryKey: portalWorkerKey })
}

function getWorker(): Worker {
  if (worker) return worker
  worker = startWorker()
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => take(data)
  worker.onerror = (event) => endWorker(new PartLoadError(event.message))
  worker.postMessage({ apiHost: getApiHost() } satisfies ApiHostMessage)
  return worker
}

function take(message: WorkerMessage): void {
  const asked = waiting.get(message.id)
  if (!asked) return
  if (message.kind === 'progress') {
    asked.onProgress?.(message.progress)
    return
  }
  waiting.delete(message.id)
  if (message.kind === 'answer') {
    asked.resolve(message.answer as never)
    return
  }
  // The worker cannot redirect to the sign-in; a session check does.
  if (message.code === 'not_signed_in') void queryClient.invalidateQueries(userQuery)
  asked.reject(
    message.code === 'part'
      ? new PartLoadError(message.message)
      : new ApiError(message.code as ErrorCode | 'offline'),
  )
}

function endWorker(reason: unknown): void {
  worker?.terminate()
  worker = null
  for (const { reject } of waiting.values()) reject(reason)
  waiting.clear()
}
