import { useMemo } from 'react'
import type { PortalDevice } from '../portal/portal-query.ts'
import { usePortalSelection } from '../portal/use-portal-selection.ts'
import { buildCase, type CaseBase } from './build-case.ts'

/** The point and the prices that a what-if starts from; null while nothing is known of the point. */
export function useCase(device: PortalDevice | null): CaseBase | null {
  const consumerInfo = device?.consumerInfo ?? null
  const tariffsCount = device?.tariffsCount ?? 1
  const { selection } = usePortalSelection()
  const { vt, mt, et } = selection
  return useMemo(
    () => (consumerInfo === null ? null : buildCase(consumerInfo, tariffsCount, { vt, mt, et })),
    [consumerInfo, tariffsCount, vt, mt, et],
  )
}
