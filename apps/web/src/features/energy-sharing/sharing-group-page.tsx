import { useT } from '../../shared/i18n/use-t.ts'

/** One group that shares energy. */
export function SharingGroupPage() {
  const t = useT()
  return <h1>{t('titles.sharing_group')}</h1>
}
