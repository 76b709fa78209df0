import { useT } from '../../shared/i18n/use-t.ts'

/** An invitation into a group that shares energy. */
export function SharingInvitationPage() {
  const t = useT()
  return <h1>{t('titles.sharing_invitation')}</h1>
}
