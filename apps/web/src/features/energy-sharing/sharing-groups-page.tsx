import { useT } from '../../shared/i18n/use-t.ts'

/** The groups that share energy. */
export function SharingGroupsPage() {
  const t = useT()
  return <h1>{t('titles.energy_sharing')}</h1>
}
