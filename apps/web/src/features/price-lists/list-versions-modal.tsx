import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useT } from '../../shared/i18n/use-t.ts'
import { VersionsModal } from '../../shared/pricing/versions-modal.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { versionsQuery } from './versions-query.ts'

/** Who changed a list when, why, and which of its prices. */
export function ListVersionsModal({ priceList, onClose }: { priceList: PriceListView; onClose: () => void }) {
  const t = useT()
  return (
    <VersionsModal
      query={versionsQuery(priceList.id, priceList.version)}
      describe={(after, before) =>
        before && (
          <DifferenceTable
            before={before}
            after={after}
            heads={[t('price_lists.versions.before'), t('price_lists.versions.after')]}
          />
        )
      }
      onClose={onClose}
    />
  )
}
