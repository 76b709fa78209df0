import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../lib/call.ts'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPricingKey } from '../../shared/pricing/location-prices-query.ts'
import { pricesKey, ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './setup-pricing.module.css'

type Place = Answer<'GET /pricing/setup'>['locations'][number]

/** Gives many locations of a company one utility rate plan; those without an active price list are chosen to begin with. */
export function AssignPlanModal({
  companyId,
  locations,
  onClose,
}: {
  companyId: number
  locations: readonly Place[]
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const { data: plans, error, refetch } = useQuery(ratePlansQuery({ locationId: null, companyId }))
  const [planId, setPlanId] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(locations.filter(({ hasActiveList }) => !hasActiveList).map(({ id }) => id)),
  )
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const places = locations.filter(({ id }) => chosen.has(id))
  const submit = async () => {
    if (planId === '' || places.length === 0) return setFailure(t('location_pricing.assign.choose'))
    setBusy(true)
    setFailure(null)
    const failed: Place[] = []
    // One after the other: each prices its past anew.
    for (const place of places) {
      try {
        await assign(place.id, Number(planId))
        void queryClient.invalidateQueries({ queryKey: locationPricingKey(place.id) })
      } catch {
        failed.push(place)
      }
    }
    await queryClient.invalidateQueries({ queryKey: pricesKey })
    setBusy(false)
    const count = places.length - failed.length
    if (count > 0) showToast(t('location_pricing.assign.done', { count }), { tone: 'success' })
    if (failed.length === 0) return onClose()
    setChosen(new Set(failed.map(({ id }) => id)))
    setFailure(t('location_pricing.assign.failed', { names: failed.map(({ name }) => name).join(', ') }))
  }
  return (
    <FormModal
      title={t('location_pricing.assign.open')}
      failure={failure}
      action={t('location_pricing.assign.submit', { count: places.length })}
      isBusy={isBusy}
      isDisabled={!plans}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {!plans && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!plans && !error && <Skeleton height={56} />}
      {plans && (
        <SelectField
          label={t('location_pricing.plan.label')}
          value={planId}
          placeholder={t('price_lists.field.choose')}
          options={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setPlanId}
        />
      )}
      <p>{t('location_pricing.assign.replaces')}</p>
      <Checkbox
        checked={places.length === locations.length}
        label={t('location_pricing.assign.all', { count: locations.length })}
        onChange={(isAll) => setChosen(new Set(isAll ? locations.map(({ id }) => id) : []))}
      />
      <ul className={styles.chosen} aria-label={t('titles.locations')}>
        {locations.map(({ id, name, hasActiveList }) => (
          <li key={id}>
            <Checkbox
              checked={chosen.has(id)}
              label={hasActiveList ? name : `${name} · ${t('location_pricing.setup.not_priced')}`}
              onChange={(isOn) =>
                setChosen((now) => new Set(isOn ? [...now, id] : [...now].filter((one) => one !== id)))
              }
            />
          </li>
        ))}
      </ul>
    </FormModal>
  )
}

async function assign(locationId: number, ratePlanId: number): Promise<void> {
  const params = { locationId }
  const { pricing } = await call('GET /locations/:locationId/pricing', { params })
  if (pricing.plan?.id === ratePlanId) return
  await call('PUT /locations/:locationId/pricing/plan', {
    params,
    body: { ratePlanId, version: pricing.version },
  })
}
