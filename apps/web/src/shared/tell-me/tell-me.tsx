import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { paths } from '../paths.ts'
import { useUser } from '../session/current-user.ts'
import { useNoticeSettings } from '../use-notice-settings.ts'
import styles from './tell-me.module.css'

interface TellMeProps {
  /** Nothing is shown to those who are told already, in whichever way. */
  isOfferOnly?: boolean
  onFollow?: () => void
}

/** Offers to be told by e-mail, in one press; afterwards it leads to what can be chosen. */
export function TellMe({ isOfferOnly = false, onFollow }: TellMeProps) {
  const t = useT()
  const isInPerson = useUser().impersonator === null
  const { query, change } = useNoticeSettings({ isEnabled: isInPerson })
  const { data } = query
  const [isAccepted, setAccepted] = useState(false)
  if (!isInPerson || !data) return null
  const isOn = data.settings.mail
  if (!isOn && !data.is_sending) return null
  if (isOfferOnly && !isAccepted && (isOn || data.devices.length > 0)) return null
  return (
    <div className={styles.tell}>
      <span role="status">{t(isOn ? 'alarms.modal.told' : 'alarms.modal.tell_text')}</span>
      {isOn ? (
        <Link to={paths.notifications} onClick={onFollow}>
          {t('alarms.modal.tell_more')}
        </Link>
      ) : (
        <Button
          size="small"
          onClick={() => {
            setAccepted(true)
            change({ mail: true })
          }}
        >
          {t('alarms.modal.tell')}
        </Button>
      )}
    </div>
  )
}
