import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../lib/call.ts'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'
import { pricesKey, ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { PlanField } from './plan-field.tsx'
import styles from './setup-pricing.module.css'

interface Props {
  companyId: number
  locationGroupId: number | null
  /** The first ones, and how many there are in all. */
  setup: Answer<'GET /pricing/setup'>
  onClose: () => void
}

/** Gives many locations of a company or a group one utility rate plan; to begin with, those without an active price list. */
export function AssignPlanModal({ companyId, locationGroupId, setup, onClose }: Props) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { locations, total, unpriced } = setup
  const plans = useQuery(ratePlansQuery({ locationId: null, companyId }))
  const [planId, setPlanId] = useState('')
  const [which, setWhich] = useState<'unpriced' | 'all' | 'chosen'>(unpriced > 0 ? 'unpriced' : 'all')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isIncomplete, setIncomplete] = useState(false)
  const count = { unpriced, all: total, chosen: chosen.size }[which]
  const assign = useMutation({
    mutationFn: () =>
      call('PUT /companies/:companyId/pricing/plan', {
        params: { companyId },
        body: {
          ratePlanId: Number(planId),
          locationGroupId,
          locationIds: which === 'chosen' ? [...chosen] : null,
          onlyUnpriced: which === 'unpriced',
        },
      }),
    onSuccess: async ({ assigned }) => {
      await queryClient.invalidateQueries({ queryKey: pricesKey })
      showToast(t('location_pricing.assign.done', { count: format.number(assigned) }), { tone: 'success' })
      onClose()
    },
  })
  const submit = () => {
    const isWhole = planId !== '' && count > 0
    setIncomplete(!isWhole)
    if (isWhole) assign.mutate()
  }
  const refused = assign.error === null ? null : failureText(assign.error, t)
  return (
    <FormModal
      title={t('location_pricing.assign.open')}
      failure={isIncomplete ? t('location_pricing.assign.choose') : refused}
      action={t('location_pricing.assign.submit', { count: format.number(count) })}
      isBusy={assign.isPending}
      isDisabled={!plans.data}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlanField
        plans={plans}
        value={planId}
        placeholder={t('price_lists.field.choose')}
        onChange={setPlanId}
      />
      <ChoiceField
        label={t('titles.locations')}
        value={which}
        options={[
          ...(unpriced > 0
            ? [
                {
                  value: 'unpriced' as const,
                  label: t('location_pricing.assign.unpriced', { count: format.number(unpriced) }),
                },
              ]
            : []),
          {
            value: 'all',
            label: t('location_pricing.assign.all', { count: format.number(total) }),
            text: t('location_pricing.assign.replaces'),
          },
          {
            value: 'chosen',
            label: t('location_pricing.assign.chosen'),
            text: t('location_pricing.assign.replaces'),
          },
        ]}
        onChange={setWhich}
      />
      {which === 'chosen' && (
        <ul className={styles.chosen} aria-label={t('location_pricing.assign.chosen')}>
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
      )}
      {which === 'chosen' && total > locations.length && (
        <p>{t('location_pricing.setup.shown', { shown: locations.length, total: format.number(total) })}</p>
      )}
    </FormModal>
  )
}
