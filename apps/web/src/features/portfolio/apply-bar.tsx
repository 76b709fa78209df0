import { IconCopy, IconDownload } from '@tabler/icons-react'
import { downloadBlob, formatFileName } from '../../shared/charts/download.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { findApplicable, writeApplications } from './apply-texts.ts'
import styles from './portfolio.module.css'
import type { PortfolioOptimisation, PortfolioRow } from './portfolio-query.ts'
import { useApplicationWords } from './use-application-words.ts'

interface ApplyBarProps {
  rows: readonly PortfolioRow[]
  optimisation: PortfolioOptimisation
  onClear: () => void
}

/** Request texts for all selected points with something to gain. */
export function ApplyBar({ rows, optimisation, onClear }: ApplyBarProps) {
  const t = useT()
  const words = useApplicationWords(optimisation)
  const applicable = findApplicable(rows)
  const text = writeApplications(rows, words)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast(t('common.action.copied'), { tone: 'success' })
    } catch {
      showToast(t('portfolio.apply.copy_failed'), { tone: 'danger' })
    }
  }
  const download = () =>
    downloadBlob(
      new Blob([text], { type: 'text/plain;charset=utf-8' }),
      formatFileName([t('portfolio.apply.file')], 'txt'),
    )
  return (
    <div className={styles.applyBar}>
      <p role="status">
        {t('portfolio.apply.selected', { count: rows.length })}{' '}
        {t('portfolio.apply.applicable', { count: applicable.length })}
      </p>
      <Button size="small" disabled={applicable.length === 0} onClick={() => void copy()}>
        <IconCopy size={16} stroke={1.6} aria-hidden />
        {t('portfolio.apply.copy')}
      </Button>
      <Button size="small" disabled={applicable.length === 0} onClick={download}>
        <IconDownload size={16} stroke={1.6} aria-hidden />
        {t('portfolio.apply.download')}
      </Button>
      <Button size="small" variant="quiet" onClick={onClear}>
        {t('portfolio.apply.clear')}
      </Button>
    </div>
  )
}
