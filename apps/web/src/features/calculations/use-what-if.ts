import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { profileJob } from '../../shared/portal/build-profile.ts'
import { workerQuery } from '../../shared/portal/portal-query.ts'
import { readingsVersion } from '../../shared/portal/use-portal-devices.ts'
import { createWhatIf } from './powers/what-if.ts'
import type { Calculated } from './use-calculation.ts'

/** The sorted readings of a calculation, and the cost of any other powers. Null until they are loaded. */
export function useWhatIf({ device, body, answer }: Calculated) {
  const { from, to, levies, vat, vt, mt, et, withoutEnergyPrices } = body
  const key = { deviceId: device.id, from, to, version: readingsVersion(device) }
  const { data: profile = null, error, refetch } = useQuery(workerQuery(profileJob, key, null))
  const { consumerInfo, calculations } = answer
  const { fromDay } = calculations.agreedPower
  const whatIf = useMemo(() => {
    const prices = withoutEnergyPrices ? null : { vt, mt, et }
    return profile && createWhatIf(profile, consumerInfo, prices, { levies, vat }, fromDay)
  }, [profile, consumerInfo, vt, mt, et, withoutEnergyPrices, levies, vat, fromDay])
  return { profile, whatIf, error, refetch }
}
