import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { locationPricingKey } from '../../shared/pricing/location-prices-query.ts'
import { ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import { showToast } from '../../ui/toast-store.ts'
import { PlanField } from './plan-field.tsx'

interface Props {
  locationId: number
  pricing: LocationPricingView
  address: LocationAddress
  onClose: () => void
}

/** Chooses the utility rate plan of a location. */
export function PlanDialog({ locationId, pricing, address, onClose }: Props) {
  const t = useT()
  const queryClient = useQueryClient()
  const plans = useQuery(ratePlansQuery({ locationId, companyId: null }))
  const [chosen, setChosen] = useState(String(pricing.plan?.id ?? ''))
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { ratePlanId: chosen === '' ? null : Number(chosen), version: pricing.version }
      await call('PUT /locations/:locationId/pricing/plan', { params: { locationId }, body })
      await queryClient.invalidateQueries({ queryKey: locationPricingKey(locationId) })
      showToast(t('location_pricing.plan.saved'))
      onClose()
    } catch (refused) {
      setFailure(refused)
      // Somebody else was faster: what they chose is read before the next attempt.
      void queryClient.invalidateQueries({ queryKey: locationPricingKey(locationId) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormModal
      title={t('location_pricing.plan.choose')}
      action={t('common.action.save')}
      failure={failure === null ? null : failureText(failure, t)}
      isBusy={isBusy}
      isDisabled={!plans.data}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <PlanField
        plans={plans}
        value={chosen}
        placeholder={t('location_pricing.plan.none')}
        onChange={setChosen}
      />
      <p>
        <Link to={locationPaths.createPriceList(address)}>{t('location_pricing.plan.create_list')}</Link>
      </p>
    </FormModal>
  )
}
