import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { type KeptAction, KeptActions } from '../../shared/pricing/kept-actions.tsx'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { CopyPriceListModal } from './copy-price-list-modal.tsx'
import { ListState } from './list-state.tsx'
import { ListVersionsModal } from './list-versions-modal.tsx'
import { RemovePriceListModal } from './remove-price-list-modal.tsx'

/** Name and state of a list, and what can be done with it as a whole. */
export function PriceListHead({ scope, priceList }: { scope: PricesScope; priceList: PriceListView }) {
  const t = useT()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<KeptAction | null>(null)
  const close = () => setDialog(null)
  return (
    <PricesHead
      parent={{ to: scope.paths.priceLists, title: t('titles.price_lists') }}
      title={
        <>
          {priceList.name} <ListState priceList={priceList} />
        </>
      }
      lead={
        priceList.canEdit
          ? undefined
          : t(scope.mayCreate ? 'price_lists.read_only' : 'price_lists.read_only_viewer')
      }
    >
      <KeptActions scope={scope} kept={priceList} onChoose={setDialog} />
      {dialog === 'copy' && (
        <CopyPriceListModal
          scope={scope}
          priceList={priceList}
          onDone={(id) => {
            close()
            void navigate({ to: scope.paths.priceList(id) })
          }}
          onClose={close}
        />
      )}
      {dialog === 'versions' && <ListVersionsModal priceList={priceList} onClose={close} />}
      {dialog === 'remove' && (
        <RemovePriceListModal
          priceList={priceList}
          onDone={() => void navigate({ to: scope.paths.priceLists })}
          onClose={close}
        />
      )}
    </PricesHead>
  )
}
