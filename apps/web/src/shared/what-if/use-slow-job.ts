import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askPortalWorker, portalWorkerKey } from '../portal/ask-portal-worker.ts'
import type { PortalJob } from '../portal/portal-job.ts'
import type { PortalDevice } from '../portal/portal-query.ts'
import { useReadingsKey } from '../portal/use-portal-devices.ts'
import { useDelayed } from '../use-delayed.ts'

const typingMs = 350

/** The answer to a question once it is stable; the previous one stays meanwhile. A person may stop the work. */
export function useSlowJob<Input, Result>(job: PortalJob<Input, Result>, device: PortalDevice, asked: Input) {
  const readings = useReadingsKey(device)
  const text = useDelayed(JSON.stringify(asked), typingMs)
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const [stopped, setStopped] = useState<string | null>(null)
  const queryKey = [...portalWorkerKey, job.name, readings, text] as const
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<Result> => {
      setProgress(0)
      const question = JSON.parse(text) as Input
      return askPortalWorker(job, readings!, question, { signal, onProgress: setProgress })
    },
    enabled: readings !== null && stopped !== text,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
    // An answer of another metering point is no answer at all.
    placeholderData: (before, query) =>
      (query?.queryKey[3] as typeof readings)?.deviceId === readings?.deviceId ? before : undefined,
  })
  return {
    query,
    progress,
    isStopped: stopped === text,
    stop: () => {
      setStopped(text)
      void queryClient.cancelQueries({ queryKey })
    },
    start: () => setStopped(null),
    isWaiting: query.isFetching,
  }
}
