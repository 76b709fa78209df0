import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { NameModal } from '../../shared/forms/name-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { type KeptAction, KeptActions } from '../../shared/pricing/kept-actions.tsx'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { showToast } from '../../ui/toast-store.ts'
import { PlanVersionsModal } from './plan-versions-modal.tsx'

/** Versions of a plan, copying and deleting it; one in use says why it stays. */
export function PlanActions({ scope, plan }: { scope: PricesScope; plan: RatePlanView }) {
  const t = useT()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<KeptAction | null>(null)
  const close = () => setDialog(null)
  const params = { planId: plan.id }
  const copy = async (name: string) => {
    const body = { name, companyId: scope.companyId }
    const { ratePlan } = await call('POST /pricing/plans/:planId/copy', { params, body })
    await queryClient.invalidateQueries({ queryKey: pricesKey })
    await navigate({ to: scope.paths.plan(ratePlan.id) })
    return t('rate_plans.done.saved', { name })
  }
  const remove = useMutation({
    mutationFn: () => call('DELETE /pricing/plans/:planId', { params }),
    onSuccess: async () => {
      showToast(t('rate_plans.done.removed', { name: plan.name }), { tone: 'success' })
      close()
      await navigate({ to: scope.paths.plans })
      await queryClient.invalidateQueries({ queryKey: [...pricesKey, 'plans'] })
    },
  })
  return (
    <>
      <KeptActions scope={scope} kept={plan} onChoose={setDialog} />
      {dialog === 'copy' && (
        <NameModal
          title={t('price_lists.action.copy')}
          name={t('price_lists.copy_of', { name: plan.name })}
          onSave={copy}
          onClose={close}
        />
      )}
      {dialog === 'versions' && <PlanVersionsModal plan={plan} onClose={close} />}
      {dialog === 'remove' && (
        <FormModal
          title={t('price_lists.remove.heading', { name: plan.name })}
          lead={<p>{t(plan.isInUse ? 'errors.rate_plan_in_use' : 'rate_plans.remove_text')}</p>}
          failure={remove.error ? failureText(remove.error, t) : null}
          action={t('price_lists.action.remove')}
          isDangerous
          isDisabled={plan.isInUse}
          isBusy={remove.isPending}
          onSubmit={() => remove.mutate()}
          onClose={close}
        />
      )}
    </>
  )
}
