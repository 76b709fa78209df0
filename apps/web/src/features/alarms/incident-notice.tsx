import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { incidentQuery } from './incident-query.ts'
import styles from './notifications-modal.module.css'

/** For those who run companies: the platform itself has lost many controllers, so that nobody need visit a customer. */
export function IncidentNotice() {
  const t = useT()
  const format = useFormat()
  const mayKnow = hasRole(useUser(), 'ROLE_AGGREGATOR')
  const { data: incident } = useQuery({ ...incidentQuery, enabled: mayKnow })
  if (!mayKnow || !incident) return null
  const { lost, controllers, started_at, is_returning } = incident
  return (
    <div className={styles.incident} role="status">
      <IconCloudOff size={22} stroke={1.6} aria-hidden />
      <p>
        {t('alarms.incident.text', {
          lost: format.number(lost),
          all: format.number(controllers),
          time: format.dateTime(started_at),
        })}{' '}
        {t(is_returning ? 'alarms.incident.returning' : 'alarms.incident.advice')}
      </p>
    </div>
  )
}
