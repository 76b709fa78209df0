import { useLocationView } from '../../shared/locations/location-query.ts'
import { useSetupSearch } from '../../shared/setup/setup-search.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { SetupWizard } from './setup-wizard.tsx'
import type { WizardUnit } from './wizard-draft.ts'

/** A new controller or gateway. */
export function OemDeviceWizardPage() {
  return <WizardPage unit="controller" />
}

/** A new P1 meter. */
export function P1WifiWizardPage() {
  return <WizardPage unit="p1" />
}

function WizardPage({ unit }: { unit: WizardUnit }) {
  const { location: locationId } = useSetupSearch()
  return locationId === undefined ? (
    <SetupWizard key={unit} unit={unit} location={null} />
  ) : (
    <Extending key={`${unit}:${locationId}`} unit={unit} locationId={locationId} />
  )
}

function Extending({ unit, locationId }: { unit: WizardUnit; locationId: number }) {
  const { data, error, refetch } = useLocationView(locationId)
  if (data) return <SetupWizard unit={unit} location={data} />
  if (error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return <Skeleton height={320} radius={16} />
}
