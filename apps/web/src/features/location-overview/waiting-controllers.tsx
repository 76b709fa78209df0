import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { connectHash, controllersQuery } from '../../shared/controllers/controllers-query.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { useNow } from '../../shared/use-now.ts'
import { buttonClass } from '../../ui/button.tsx'
import styles from './location-overview.module.css'

/** Controllers without a reading yet: whether they were seen, what was refused, and how to retry. */
export function WaitingControllers({
  locationId,
  address,
  mayEdit,
}: {
  locationId: number
  address: LocationAddress
  mayEdit: boolean
}) {
  const t = useT()
  const format = useFormat()
  const nowMs = useNow(1000)
  const { data } = useQuery({ ...controllersQuery(locationId), refetchInterval: 3000 })
  return (
    <ul className={`${styles.controllers} ${styles.waiting}`}>
      {data?.map(({ id, alias, kind, unit_id, last_seen_at, refusals }) => (
        <li key={id}>
          <span className={styles.dot} data-online={last_seen_at !== null || undefined} aria-hidden />
          <span className={styles.controllerName}>
            {alias || t(`controllers.kind.${kind}`)}
            <small>
              {unit_id} ·{' '}
              {last_seen_at === null
                ? t('location_overview.waiting.never')
                : t('location_overview.waiting.seen', { age: format.ago(Math.max(0, nowMs - last_seen_at)) })}
            </small>
            {refusals.map(({ reason, count, last_detail }) => (
              <small key={reason}>
                {t('controllers.page.refused', { count })}: {t(`controllers.refusal.${reason}`)}
                {last_detail && ` (${last_detail})`}
              </small>
            ))}
          </span>
          {mayEdit && (
            <Link
              to={locationPaths.controllers(address)}
              hash={connectHash(id)}
              className={buttonClass({ size: 'small' })}
            >
              {t('controllers.credentials.heading')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
