import type { PriceListView } from '@ohmstead/contract/price-lists'
import { IconCopy, IconHistory, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { Button } from '../../ui/button.tsx'
import { CopyPriceListModal } from './copy-price-list-modal.tsx'
import { ListState } from './list-state.tsx'
import { ListVersionsModal } from './list-versions-modal.tsx'
import { RemovePriceListModal } from './remove-price-list-modal.tsx'

/** Name and state of a list, and what can be done with it as a whole. */
export function PriceListHead({ scope, priceList }: { scope: PricesScope; priceList: PriceListView }) {
  const t = useT()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'copy' | 'versions' | 'remove' | null>(null)
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
      <Button size="small" onClick={() => setDialog('versions')}>
        <IconHistory size={16} aria-hidden />
        {t('price_lists.action.versions', { version: priceList.version })}
      </Button>
      {scope.mayCreate && (
        <Button size="small" onClick={() => setDialog('copy')}>
          <IconCopy size={16} aria-hidden />
          {t('price_lists.action.copy')}
        </Button>
      )}
      {priceList.canEdit && (
        <Button size="small" variant="quiet" onClick={() => setDialog('remove')}>
          <IconTrash size={16} aria-hidden />
          {t('price_lists.action.remove')}
        </Button>
      )}
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
