import type { Bill } from '@ohmstead/pricing/bill-model'
import { type ComparedInvoice, harmlessKinds } from '@ohmstead/pricing/invoice/comparison-model'
import type { Invoice } from '@ohmstead/pricing/invoice/invoice-model'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { downloadBlob, formatFileName } from '../../shared/charts/download.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './invoice-check.module.css'
import { printLetter } from './print-letter.ts'
import { useLetter } from './use-letter.ts'

interface LetterPanelProps {
  compared: ComparedInvoice
  invoice: Invoice
  bill: Bill
  readings: { official: number; controller: number; none: number }
}

/** A letter to the supplier where the invoice does not agree. */
export function LetterPanel(props: LetterPanelProps) {
  const t = useT()
  const letter = useLetter(props)
  const { compared, invoice } = props
  if (compared.difference === null || compared.differences.every(({ kind }) => harmlessKinds.has(kind)))
    return null
  const name = formatFileName([t('invoice_check.letter.heading'), invoice.number ?? ''], 'txt')
  return (
    <Panel
      heading={t('invoice_check.letter.heading')}
      tools={
        <div className={styles.tools}>
          <CopyButton name={t('invoice_check.letter.heading')} text={letter} />
          <Button size="small" onClick={() => printLetter(letter)}>
            <IconPrinter size={15} stroke={1.6} aria-hidden />
            {t('controllers.credentials.print')}
          </Button>
          <Button
            size="small"
            onClick={() => downloadBlob(new Blob([letter], { type: 'text/plain;charset=utf-8' }), name)}
          >
            <IconDownload size={15} stroke={1.6} aria-hidden />
            {t('invoice_check.letter.download')}
          </Button>
        </div>
      }
    >
      <pre className={styles.letter}>{letter}</pre>
    </Panel>
  )
}
