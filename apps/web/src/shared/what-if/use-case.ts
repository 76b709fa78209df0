import { firstOfNextMonth } from '@ohmstead/network-fee/calendar/month-key'
import { useMemo } from 'react'
import type { PortalDevice } from '../portal/portal-query.ts'
import { usePortalSelection, usePortalToday } from '../portal/use-portal-selection.ts'
import { buildCase, type CaseBase } from './build-case.ts'

/** The point and the prices that a what-if starts from; null while the point is unknown. */
export function useCase(device: PortalDevice | null): CaseBase | null {
  const consumerInfo = device?.consumerInfo ?? null
  const tariffsCount = device?.tariffsCount ?? 1
  const { selection } = usePortalSelection()
  const { vt, mt, et } = selection
  const adviceFrom = firstOfNextMonth(usePortalToday())
  return useMemo(
    () => consumerInfo && buildCase(consumerInfo, tariffsCount, { vt, mt, et }, adviceFrom),
    [consumerInfo, tariffsCount, vt, mt, et, adviceFrom],
  )
}
