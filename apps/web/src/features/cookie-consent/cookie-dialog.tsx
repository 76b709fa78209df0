import { useState } from 'react'
import { saveConsent, stopAskingConsent, useConsent } from '../../shared/consent/consent-store.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import formStyles from '../../ui/form.module.css'
import { Modal } from '../../ui/modal.tsx'
import styles from './cookie-dialog.module.css'

export function CookieDialog() {
  const t = useT()
  const { consent } = useConsent()
  const [analytics, setAnalytics] = useState(consent?.analytics ?? false)
  return (
    <Modal
      title={t('cookie_consent.dialog.heading')}
      closeLabel={t('common.action.close')}
      onClose={stopAskingConsent}
    >
      <p className={styles.lead}>{t('cookie_consent.text')}</p>
      <div className={styles.category}>
        <Checkbox checked isDisabled label={t('cookie_consent.necessary')} onChange={() => {}} />
        <p>{t('cookie_consent.necessary_text')}</p>
      </div>
      <div className={styles.category}>
        <Checkbox checked={analytics} label={t('cookie_consent.analytics')} onChange={setAnalytics} />
        <p>{t('cookie_consent.analytics_text')}</p>
      </div>
      <div className={formStyles.actions}>
        <Button onClick={() => saveConsent({ analytics: false })}>
          {t('cookie_consent.only_necessary')}
        </Button>
        <Button onClick={() => saveConsent({ analytics: true })}>{t('cookie_consent.accept_all')}</Button>
        <Button variant="primary" onClick={() => saveConsent({ analytics })}>
          {t('cookie_consent.save')}
        </Button>
      </div>
    </Modal>
  )
}
