import { readingsVersion, usePortalDevice } from '../../shared/portal/use-portal-devices.ts'
import { OfferComparisonView } from './offer-comparison-view.tsx'

/** Every offer on the readings of a metering point of the portal. */
export function PointOffersPage() {
  const { device } = usePortalDevice()
  if (!device) return null
  const subject = { kind: 'point', deviceId: device.id, version: readingsVersion(device) } as const
  return <OfferComparisonView key={device.id} subject={subject} />
}
