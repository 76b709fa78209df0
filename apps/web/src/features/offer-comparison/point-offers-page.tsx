import { useMemo } from 'react'
import { monthsWithin } from '../../shared/portal/months-within.ts'
import { readingsVersion, usePortalDevice } from '../../shared/portal/use-portal-devices.ts'
import { usePortalToday } from '../../shared/portal/use-portal-selection.ts'
import { OfferComparisonView } from './offer-comparison-view.tsx'

/** Every offer on the readings of a metering point of the portal, over the whole months of the days that are selected. */
export function PointOffersPage() {
  const { device, selection } = usePortalDevice()
  const today = usePortalToday()
  const { from, to } = selection
  const period = useMemo(() => monthsWithin({ from, to }, today), [from, to, today])
  if (!device) return null
  const subject = { kind: 'point', deviceId: device.id, version: readingsVersion(device) } as const
  return <OfferComparisonView key={device.id} subject={subject} period={period} />
}
