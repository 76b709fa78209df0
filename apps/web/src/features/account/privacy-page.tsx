import { IconCookie, IconFileDownload, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askConsent } from '../../shared/consent/consent-store.ts'
import { useNeedsConsent } from '../../shared/consent/use-needs-consent.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { DeletedLocations } from '../../shared/locations/deleted-locations.tsx'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { useSite } from '../../shared/site.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { DataExport } from './data-export.tsx'
import { DeleteAccountModal } from './delete-account-modal.tsx'
import { RequestDeletion } from './request-deletion.tsx'
import { SharedLocations } from './shared-locations.tsx'

/** Exporting one's data, and deleting the account. */
export function PrivacyPage() {
  const t = useT()
  const user = useUser()
  const support = useSite()?.contact.supportEmail
  const needsConsent = useNeedsConsent()
  const [isDeleting, setDeleting] = useState(false)
  const stays = user.role === 'ROLE_SUPER_ADMIN'
  return (
    <>
      <PageHead title={t('titles.privacy')} text={t('account.privacy.lead')} />
      <SettingsCard>
        <SettingsRow
          title={t('account.privacy.export')}
          text={t('account.privacy.export_text')}
          icon={<IconFileDownload size={20} stroke={1.6} aria-hidden />}
        >
          <DataExport />
        </SettingsRow>
        {needsConsent && (
          <SettingsRow
            title={t('cookie_consent.heading')}
            text={t('cookie_consent.text')}
            icon={<IconCookie size={20} stroke={1.6} aria-hidden />}
          >
            <Button onClick={askConsent}>{t('cookie_consent.customise')}</Button>
          </SettingsRow>
        )}
        <SettingsRow
          title={t('account.privacy.delete')}
          text={stays ? t('account.privacy.super_admin') : t('account.privacy.delete_text')}
          icon={<IconTrash size={20} stroke={1.6} aria-hidden />}
        >
          {stays && support && <RequestDeletion />}
          {!stays && (
            <Button variant="danger" onClick={() => setDeleting(true)}>
              {t('account.privacy.delete_action')}
            </Button>
          )}
        </SettingsRow>
      </SettingsCard>
      <SharedLocations />
      <DeletedLocations />
      <p className={styles.soft}>
        {t('account.privacy.policy')} <Link to={paths.privacyPolicy}>{t('titles.privacy_policy')}</Link>
      </p>
      {isDeleting && <DeleteAccountModal onClose={() => setDeleting(false)} />}
    </>
  )
}
