import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PortalDevice } from '../portal-queries.ts'
import { workerQuery } from '../portal-queries.ts'
import { useReadingsKey } from '../use-portal-devices.ts'

const noReadings = { deviceId: 0, from: '', to: '', version: '' }

/** The readings of the selection, summed up by the worker; the ones before stay until the new ones are there. */
export function useReadingsSummary(device: PortalDevice | null) {
  const key = useReadingsKey(device)
  const agreedPowers = device?.consumerInfo
    ? buildMeteringPoint(device.consumerInfo).point.agreedPowers
    : null
  return useQuery({
    ...workerQuery('summary', key ?? noReadings, { agreedPowers }),
    enabled: key !== null,
    placeholderData: keepPreviousData,
  })
}
