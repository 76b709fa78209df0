import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { workerQuery } from '../../../shared/portal/portal-query.ts'
import { useReadingsKey } from '../../../shared/portal/use-portal-devices.ts'
import { summaryJob } from './summary-job.ts'

const noReadings = { deviceId: 0, from: '', to: '', version: '' }

/** The readings of the selection, summed up by the worker; the previous ones stay until the new ones arrive. */
export function useReadingsSummary(device: PortalDevice | null) {
  const key = useReadingsKey(device)
  const agreedPowers = device?.consumerInfo
    ? buildMeteringPoint(device.consumerInfo).point.agreedPowers
    : null
  return useQuery({
    ...workerQuery(summaryJob, key ?? noReadings, { agreedPowers }),
    enabled: key !== null,
    placeholderData: keepPreviousData,
  })
}
