import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { useNoticeSettings } from '../../shared/use-notice-settings.ts'
import { Button } from '../../ui/button.tsx'
import styles from './notifications-modal.module.css'

/** Offers to be told by e-mail, in one press; afterwards it leads to what can be chosen. */
export function TellMe({ onFollow }: { onFollow: () => void }) {
  const t = useT()
  const isInPerson = useUser().impersonator === null
  const { query, change } = useNoticeSettings({ isEnabled: isInPerson })
  const { data } = query
  if (!isInPerson || !data) return null
  const isOn = data.settings.mail
  if (!isOn && !data.is_sending) return null
  return (
    <div className={styles.tell}>
      <span role="status">{t(isOn ? 'alarms.modal.told' : 'alarms.modal.tell_text')}</span>
      {isOn ? (
        <Link to={paths.notifications} onClick={onFollow}>
          {t('alarms.modal.tell_more')}
        </Link>
      ) : (
        <Button size="small" onClick={() => change({ mail: true })}>
          {t('alarms.modal.tell')}
        </Button>
      )}
    </div>
  )
}
