import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'
import { askPortalWorker, portalWorkerKey } from './ask-portal-worker.ts'
import type { PortalJob } from './portal-job.ts'
import type { ReadingsKey } from './readings-key.ts'

export type PortalDevice = Answer<'GET /abstract-devices-all'>['devices'][number]
export type PortalToken = Answer<'GET /auth/user/external-credentials'>['credentials'][number]

/** While an import runs, its state is polled this often: the verdict follows its end within a second. */
const importingMs = 600
/** While the portal does not answer, it is polled every few minutes. */
const waitingMs = 30_000

export const devicesQuery = queryOptions({
  queryKey: ['portal', 'devices'],
  queryFn: async ({ signal }) => (await call('GET /abstract-devices-all', { signal })).devices,
  refetchInterval: ({ state }) => (state.data?.some(isImporting) ? importingMs : false),
})

export const deviceKey = ['portal', 'device'] as const

/** One point by its id: how an aggregator sees other people's. */
export function deviceQuery(deviceId: number) {
  return queryOptions({
    queryKey: [...deviceKey, deviceId],
    queryFn: async ({ signal }) =>
      (await call('GET /abstract-devices/:deviceId', { params: { deviceId }, signal })).device,
  })
}

export const tokensQuery = queryOptions({
  queryKey: ['portal', 'tokens'],
  queryFn: async ({ signal }) => (await call('GET /auth/user/external-credentials', { signal })).credentials,
  // A token may be checked with the portal in the background, and is polled.
  refetchInterval: ({ state }) => {
    const states = new Set(state.data?.map((token) => token.state))
    if (states.has('unchecked')) return importingMs
    return states.has('doubtful') || states.has('unreachable') ? waitingMs : false
  },
})

/** An import waits or runs; one that failed and will be retried does neither. */
export function isImporting({ job, readings }: Pick<PortalDevice, 'job' | 'readings'>): boolean {
  const isOpen = job?.state === 'queued' || job?.state === 'running'
  return isOpen || (readings.next_try_at !== null && readings.last_error === null)
}

/** The worker's answers about the readings of a selection. */
export function workerQuery<Input, Result>(job: PortalJob<Input, Result>, key: ReadingsKey, input: Input) {
  return queryOptions({
    queryKey: [...portalWorkerKey, job.name, key, input],
    queryFn: ({ signal }) => askPortalWorker(job, key, input, { signal }),
    // The same readings always have the same answer; another import has another key.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
}

/** Calculations of the server, by device; Process asks again. */
export const calculationsKey = ['portal', 'calculations'] as const
