import { useT } from '../../shared/i18n/use-t.ts'

/** What panels, battery and control saved. */
export function SavingsPage() {
  const t = useT()
  return <h1>{t('titles.savings')}</h1>
}
