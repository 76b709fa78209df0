import { useLingui } from '@lingui/react'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from '../../lib/call.ts'
import { downloadBlob, formatFileName } from '../../shared/charts/download.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './portfolio.module.css'

/** All rows of a run as a workbook, as plain text or on paper. */
export function PortfolioFiles({
  id,
  isReady,
  onPrint,
}: {
  id: number
  isReady: boolean
  onPrint: () => Promise<void>
}) {
  const t = useT()
  const { i18n } = useLingui()
  const download = useMutation({
    mutationFn: async (kind: 'xlsx' | 'csv') => {
      const asked = { params: { optimisationId: id }, query: { locale: i18n.locale as 'en' } }
      const blob =
        kind === 'xlsx'
          ? await callForFile('GET /portfolio/optimisations/:optimisationId/xlsx', asked)
          : await callForFile('GET /portfolio/optimisations/:optimisationId/csv', asked)
      downloadBlob(blob, formatFileName([t('titles.portal_portfolio'), String(id)], kind))
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  const print = useMutation({
    mutationFn: onPrint,
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <div className={styles.files}>
      {(['xlsx', 'csv'] as const).map((kind) => (
        <Button
          key={kind}
          disabled={!isReady}
          isBusy={download.isPending && download.variables === kind}
          onClick={() => download.mutate(kind)}
        >
          <IconDownload size={16} stroke={1.6} aria-hidden />
          {kind.toUpperCase()}
        </Button>
      ))}
      <Button disabled={!isReady} isBusy={print.isPending} onClick={() => print.mutate()}>
        <IconPrinter size={16} stroke={1.6} aria-hidden />
        {t('portfolio.table.print')}
      </Button>
    </div>
  )
}
