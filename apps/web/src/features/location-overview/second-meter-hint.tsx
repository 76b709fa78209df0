import type { LocationView } from '@ohmstead/contract/locations'
import { decide } from '@ohmstead/domain/access/permission'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'

const SanityPanel = lazyPart(async () => (await import('../../shared/sanity/sanity-panel.tsx')).SanityPanel)

/** Two meters of the grid or two chargers may be the same, and then every figure of the overview is wrong. */
export function SecondMeterHint({ location }: { location: LocationView }) {
  const actor = actorOf(useUser())
  const count = (wanted: string) => location.devices.filter(({ category }) => category === wanted).length
  if (count('GRID') < 2 && count('EV_CHARGER') < 2) return null
  const resource = { kind: 'location' as const, locationId: location.id, companyId: location.company.id }
  return (
    <PartBoundary>
      <Suspense fallback={null}>
        <SanityPanel
          locationId={location.id}
          mayEdit={decide(actor, 'location.edit', resource) === 'allowed'}
        />
      </Suspense>
    </PartBoundary>
  )
}
