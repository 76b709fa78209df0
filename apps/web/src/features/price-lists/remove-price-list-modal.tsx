import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'
import { showToast } from '../../ui/toast-store.ts'

interface RemovePriceListModalProps {
  priceList: PriceListView
  onDone: () => void
  onClose: () => void
}

/** Asks before a list is deleted; says why one in use cannot be. */
export function RemovePriceListModal({ priceList, onDone, onClose }: RemovePriceListModalProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE /pricing/price-lists/:priceListId', { params: { priceListId: priceList.id } }),
    onSuccess: () => {
      showToast(t('price_lists.done.removed', { name: priceList.name }), { tone: 'success' })
      onClose()
      onDone()
      void queryClient.invalidateQueries({ queryKey: [...pricesKey, 'lists'] })
    },
  })
  const blocked = priceList.isActive
    ? t('errors.price_list_active')
    : priceList.isInUse
      ? t('errors.price_list_in_use')
      : null
  return (
    <FormModal
      title={t('price_lists.remove.heading', { name: priceList.name })}
      lead={<p>{blocked ?? t('price_lists.remove.text')}</p>}
      failure={remove.error ? failureText(remove.error, t) : null}
      action={t('price_lists.action.remove')}
      isDangerous
      isDisabled={blocked !== null}
      isBusy={remove.isPending}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
