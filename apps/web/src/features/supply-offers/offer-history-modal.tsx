import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { offerVersionsQuery, type SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Modal } from '../../ui/modal.tsx'
import { type FindBlock, listPrices } from './describe-offer.ts'
import styles from './offers.module.css'

interface OfferHistoryModalProps {
  offer: SupplyOffer
  findBlock: FindBlock
  onClose: () => void
}

/** What an offer was before: who changed it when, and its prices then. */
export function OfferHistoryModal({ offer, findBlock, onClose }: OfferHistoryModalProps) {
  const t = useT()
  const format = useFormat()
  const text = usePriceText()
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
        {versions?.map(({ version, changedAt, changedBy, terms, source }) => (
          <li key={version}>
            <strong>
              {format.dateTime(changedAt)} · {changedBy ?? t('supply_offers.history.platform')}
            </strong>
            <p className={styles.source}>{source}</p>
            <dl className={styles.facts}>
              {listPrices(terms.buy, terms, text, t, findBlock).map(({ key, name, value }) => (
                <div key={key}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
