import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { NameModal } from '../../shared/forms/name-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'

interface CopyPriceListModalProps {
  scope: PricesScope
  priceList: PriceListView
  onDone: (copyId: number) => void
  onClose: () => void
}

/** A copy of a list under another name. */
export function CopyPriceListModal({ scope, priceList, onDone, onClose }: CopyPriceListModalProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const save = async (name: string) => {
    const { companyId } = scope
    const params = { priceListId: priceList.id }
    const copy = (
      await call('POST /pricing/price-lists/:priceListId/copy', { params, body: { name, companyId } })
    ).priceList
    await queryClient.invalidateQueries({ queryKey: pricesKey })
    onDone(copy.id)
    return t('price_lists.done.saved', { name })
  }
  return (
    <NameModal
      title={t('price_lists.action.copy')}
      name={t('price_lists.copy_of', { name: priceList.name })}
      onSave={save}
      onClose={onClose}
    />
  )
}
