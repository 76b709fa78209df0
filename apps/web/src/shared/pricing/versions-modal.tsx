import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { FailedState, Skeleton } from '../states/page-states.tsx'
import styles from './versions-modal.module.css'

interface Version {
  version: number
  changedAt: number
  changedBy: string | null
  reason: string | null
}

interface VersionsModalProps<T extends Version, K extends QueryKey> {
  /** The newest first. */
  query: UseQueryOptions<T[], Error, T[], K>
  /** What a version changed; the oldest that is known has none before it. */
  describe: (after: T, before: T | undefined) => ReactNode
  onClose: () => void
}

/** Who changed a price list or a plan when, why, and what. */
export function VersionsModal<T extends Version, K extends QueryKey>({
  query,
  describe,
  onClose,
}: VersionsModalProps<T, K>) {
  const t = useT()
  const format = useFormat()
  const { data: versions, error, refetch } = useQuery(query)
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
        {versions?.map((one, place) => (
          <li key={one.version}>
            <p>
              <strong>{t('price_lists.versions.version', { version: one.version })}</strong>{' '}
              {format.dateTime(one.changedAt)}
              {one.changedBy && ` · ${one.changedBy}`}
            </p>
            {one.reason && <p>{one.reason}</p>}
            {describe(one, versions[place + 1])}
          </li>
        ))}
      </ol>
    </Modal>
  )
}
