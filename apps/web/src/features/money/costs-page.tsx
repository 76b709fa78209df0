import { useT } from '../../shared/i18n/use-t.ts'

/** What a location costs: today, this month, and what the month will cost. */
export function CostsPage() {
  const t = useT()
  return <h1>{t('titles.money')}</h1>
}
