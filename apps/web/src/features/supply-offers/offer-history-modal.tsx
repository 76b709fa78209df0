import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { offerVersionsQuery, type SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { FindBlock } from './describe-offer.ts'
import { OfferNotes, OfferSource } from './offer-notes.tsx'
import { OfferPrices } from './offer-prices.tsx'
import styles from './offers.module.css'

interface OfferHistoryModalProps {
  offer: SupplyOffer
  findBlock: FindBlock
  onClose: () => void
}

/** What an offer was before: who changed it when, and its prices, demands and days then. */
export function OfferHistoryModal({ offer, findBlock, onClose }: OfferHistoryModalProps) {
  const t = useT()
  const format = useFormat()
  const { data: versions, error, refetch } = useQuery(offerVersionsQuery(offer.id))
  return (
    <Modal
      title={t('supply_offers.history.heading', { name: `${offer.supplier} ${offer.name}` })}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      {error && !versions && <FailedState error={error} onRetry={() => void refetch()} />}
      {!versions && !error && <Skeleton height={160} />}
      <ol className={styles.history}>
        {versions?.map((past) => (
          <li key={past.version}>
            <strong>
              {format.dateTime(past.changedAt)} · {past.changedBy ?? t('supply_offers.history.platform')}
            </strong>
            <OfferPrices offer={past} findBlock={findBlock} />
            <OfferNotes terms={past.terms} />
            <OfferSource offer={past} />
          </li>
        ))}
      </ol>
    </Modal>
  )
}
