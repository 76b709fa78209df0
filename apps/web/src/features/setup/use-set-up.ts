import type { LocationView } from '@ohmstead/contract/locations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { companyControllersKey } from '../../shared/company-controllers-key.ts'
import { controllersQuery } from '../../shared/controllers/controllers-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import type { NewPlace } from '../../shared/places/place-fields.tsx'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'
import { adoptAccess } from '../../shared/session/adopt-access.ts'
import { setupToastMs, showToast } from '../../ui/toast-store.ts'
import type { WizardDraft, WizardUnit } from './wizard-draft.ts'

/** What was set up, for the last screen. */
export interface SetUp {
  locationId: number
  locationName: string
  isNewLocation: boolean
  controller: { id: number; unit_id: string }
  /** The chosen rate plan could not be given to the location. */
  isPlanMissing: boolean
}

interface SetUpInput {
  unit: WizardUnit
  location: LocationView | null
  draft: WizardDraft
  place: NewPlace
  ownerId: number | null
  companyId: number | null
  onDone: (result: SetUp) => void
}

/** Everything at once at the end: until then nothing is created, and a failure leaves nothing behind. */
export function useSetUp(input: SetUpInput) {
  const t = useT()
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => send(input),
    onSuccess: async (result) => {
      showToast(t('setup.setup_success'), { tone: 'success', delayMs: setupToastMs })
      await adoptAccess(queryClient)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: locationQuery(result.locationId).queryKey }),
        queryClient.invalidateQueries(controllersQuery(result.locationId)),
        queryClient.invalidateQueries({ queryKey: companyControllersKey }),
        queryClient.invalidateQueries({ queryKey: pricesKey }),
      ])
      input.onDone(result)
    },
    onError: () => showToast(t('setup.setup_failed'), { tone: 'danger', delayMs: setupToastMs }),
  })
  return { send: () => mutate(), isPending, error, clear: reset }
}

async function send(input: SetUpInput): Promise<SetUp> {
  const { unit, location, draft, place, ownerId, companyId } = input
  const unitId = draft.found!.unit_id
  const device = unit === 'p1' ? { node: { unitId } } : { controller: { unitId } }
  const done = location
    ? {
        locationId: location.id,
        locationName: location.name,
        ...(await call('POST /companies/:companyId/locations/:locationId/controllers/assign', {
          params: { companyId: location.company.id, locationId: location.id },
          body: device,
        })),
      }
    : await create()
  const isPlanMissing = draft.ratePlanId !== null && !(await givePlan(done.locationId, draft.ratePlanId))
  return { ...done, isNewLocation: location === null, isPlanMissing }

  async function create() {
    const made = await call('POST /v2/locations/setup', {
      body: {
        location: place,
        ...device,
        userId: ownerId!,
        ...(companyId !== null && { companyId }),
        ...(draft.locationGroupId !== null && { locationGroupId: draft.locationGroupId }),
      },
    })
    return { locationId: made.location.id, locationName: made.location.name, controller: made.controller }
  }
}

/** The controller is linked by then: prices that fail are said and may follow later. */
async function givePlan(locationId: number, ratePlanId: number): Promise<boolean> {
  try {
    const params = { locationId }
    const { pricing } = await call('GET /locations/:locationId/pricing', { params })
    await call('PUT /locations/:locationId/pricing/plan', {
      params,
      body: { ratePlanId, version: pricing.version },
    })
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}
