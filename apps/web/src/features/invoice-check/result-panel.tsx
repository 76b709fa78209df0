import type { Bill } from '@ohmstead/pricing/bill-model'
import { type ComparedInvoice, harmlessKinds } from '@ohmstead/pricing/invoice/comparison-model'
import type { InvoiceLine } from '@ohmstead/pricing/invoice/invoice-model'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { Panel } from '../../ui/panel.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import styles from './invoice-check.module.css'
import { useExplanationText } from './use-difference-text.ts'
import { useRowName } from './use-row-name.ts'
import { useVerdict } from './use-verdict.ts'

interface ResultPanelProps {
  compared: ComparedInvoice
  lines: readonly InvoiceLine[]
  bill: Bill
  tools?: ReactNode
}

/** The answer in a sentence, what explains most of it, and then the proof. */
export function ResultPanel({ compared, lines, bill, tools }: ResultPanelProps) {
  const t = useT()
  const words = usePriceWords()
  const { verdict } = compared
  const reasons = [...new Set(bill.months.flatMap(({ missing }) => missing.map(words.missing)))]
  const tone = verdict === 'agrees' ? 'good' : verdict === 'unknown' ? 'open' : 'bad'
  const Icon = { good: IconCircleCheck, bad: IconAlertTriangle, open: IconHelpCircle }[tone]
  const isOpen = bill.quality.estimated + bill.quality.missing > 0
  return (
    <Panel heading={t('invoice_check.result')} tools={tools}>
      <div className={styles.answer} data-tone={tone} role="status">
        <p>
          <Icon size={26} stroke={1.7} aria-hidden />
          <span>{useVerdict(compared)}</span>
        </p>
        <MainReason compared={compared} lines={lines} />
        {reasons.length > 0 && <p className={styles.soft}>{reasons.join(' ')}</p>}
        {isOpen && <p className={styles.soft}>{t('invoice_check.provisional')}</p>}
      </div>
      <ComparisonTable compared={compared} lines={lines} />
      {compared.derived.length > 0 && <p className={styles.soft}>{t('invoice_check.derived')}</p>}
    </Panel>
  )
}

/** The largest fault, by name and with what explains it. */
function MainReason({ compared, lines }: { compared: ComparedInvoice; lines: readonly InvoiceLine[] }) {
  const t = useT()
  const nameOf = useRowName(lines)
  const explain = useExplanationText(compared.currency)
  const main = compared.differences.find(({ kind }) => !harmlessKinds.has(kind))
  if (!main) return null
  const row = main.row === null ? null : compared.rows[main.row]
  const [first] = main.explanations
  return (
    <p>
      {row && <strong>{nameOf(row)}: </strong>}
      {t(`invoice_check.kind.${main.kind}`)}
      {first ? `. ${explain(first)}` : '.'}
    </p>
  )
}
