import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Modal } from '../../ui/modal.tsx'
import { DifferenceTable } from './difference-table.tsx'
import styles from './price-lists-page.module.css'
import { versionsQuery } from './versions-query.ts'

/** Who changed a list when, why, and what. */
export function VersionsModal({ priceList, onClose }: { priceList: PriceListView; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const { data: versions, error, refetch } = useQuery(versionsQuery(priceList.id, priceList.version))
  return (
    <Modal
      title={t('price_lists.versions.heading')}
      closeLabel={t('common.action.close')}
      size="wide"
      onClose={onClose}
    >
      {error && !versions && <FailedState error={error} onRetry={() => void refetch()} />}
      {!versions && !error && <Skeleton height={160} radius={16} />}
      <ol className={styles.versions} reversed>
        {versions?.map((one, place) => {
          const before = versions[place + 1]
          return (
            <li key={one.version}>
              <p>
                <strong>{t('price_lists.versions.version', { version: one.version })}</strong>{' '}
                {format.dateTime(one.changedAt)}
                {one.changedBy && ` · ${one.changedBy}`}
              </p>
              {one.reason && <p>{one.reason}</p>}
              {before && (
                <DifferenceTable
                  before={before}
                  after={one}
                  heads={[t('price_lists.versions.before'), t('price_lists.versions.after')]}
                />
              )}
            </li>
          )
        })}
      </ol>
    </Modal>
  )
}
