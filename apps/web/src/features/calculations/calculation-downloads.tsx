import { useLingui } from '@lingui/react'
import { IconFileTypePdf, IconFileTypeXls } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { downloadCalculation } from './download-calculation.ts'
import type { Calculated } from './use-calculation.ts'

const failureToastMs = 5000

/** Files for one's records and the accountant. */
export function CalculationDownloads({ calculated }: { calculated: Calculated }) {
  const t = useT()
  const { i18n } = useLingui()
  const [busy, setBusy] = useState<'pdf' | 'xlsx' | null>(null)
  const download = async (kind: 'pdf' | 'xlsx') => {
    setBusy(kind)
    try {
      await downloadCalculation(calculated, kind, i18n.locale, t('titles.portal_calculations'))
    } catch (error) {
      showToast(errorText(error, t), { tone: 'danger', delayMs: failureToastMs })
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <Button size="small" isBusy={busy === 'pdf'} onClick={() => void download('pdf')}>
        <IconFileTypePdf size={16} stroke={1.6} aria-hidden /> {t('calculations.download.pdf')}
      </Button>
      <Button size="small" isBusy={busy === 'xlsx'} onClick={() => void download('xlsx')}>
        <IconFileTypeXls size={16} stroke={1.6} aria-hidden /> {t('calculations.download.xlsx')}
      </Button>
    </>
  )
}
