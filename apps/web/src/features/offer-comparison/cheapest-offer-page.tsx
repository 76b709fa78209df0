import { useRouteIds } from '../../shared/route-ids.ts'
import { OfferComparisonView } from './offer-comparison-view.tsx'

/** Every offer on a location's own readings. */
export function CheapestOfferPage() {
  const { locationId } = useRouteIds()
  if (locationId === null) return null
  return <OfferComparisonView key={locationId} subject={{ kind: 'location', locationId }} />
}
