import { useT } from '../../shared/i18n/use-t.ts'

/** A real invoice beside what the location should have been billed. */
export function InvoiceCheckPage() {
  const t = useT()
  return <h1>{t('titles.invoice_check')}</h1>
}
