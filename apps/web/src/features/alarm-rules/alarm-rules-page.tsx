import { useRouteIds } from '../../shared/route-ids.ts'
import { NotFoundPage } from '../../shared/states/not-found-page.tsx'
import { AlarmRules } from './alarm-rules.tsx'

/** The alarm rules of the location in the address, or else of its group. */
export function AlarmRulesPage() {
  const { locationId, locationGroupId } = useRouteIds()
  if (locationId !== null) return <AlarmRules key={locationId} place={{ locationId }} />
  if (locationGroupId !== null) return <AlarmRules key={locationGroupId} place={{ locationGroupId }} />
  return <NotFoundPage />
}
