import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import { compareInvoice } from '@ohmstead/pricing/invoice/compare-invoice'
import { harmlessKinds } from '@ohmstead/pricing/invoice/comparison-model'
import type { Invoice, ReadInvoice } from '@ohmstead/pricing/invoice/invoice-model'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Answer } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { devicesQuery } from '../../shared/portal/portal-query.ts'
import { billQuery } from '../../shared/pricing/bill-query.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { evidenceQuery } from './checks-query.ts'
import styles from './invoice-check.module.css'
import { namesPoint, periodOf, readDraft } from './invoice-draft.ts'
import { InvoiceFigures } from './invoice-figures.tsx'
import { KeepButton } from './keep-button.tsx'
import { LetterPanel } from './letter-panel.tsx'
import { ResultPanel } from './result-panel.tsx'

type Billed = Answer<'GET /locations/:locationId/pricing/bill'>

interface CheckedInvoiceProps {
  locationId: number
  pricing: LocationPricingView
  mayEdit: boolean
  read: ReadInvoice
  onChange: (invoice: Invoice) => void
  onAnother: () => void
}

/** The answer, the letter and the figures that they follow from. */
export function CheckedInvoice({
  locationId,
  pricing,
  mayEdit,
  read,
  onChange,
  onAnother,
}: CheckedInvoiceProps) {
  const t = useT()
  const { meteringPoints } = read.invoice
  const [chosen, setChosen] = useState<string | null>(null)
  const point = meteringPoints.length > 1 ? (chosen ?? meteringPoints[0]!) : null
  const invoice = useDeferredValue(readDraft(read.invoice, point))
  const period = periodOf(invoice)
  const { data, error, refetch } = useQuery({
    ...billQuery(locationId, period ?? { from: '', to: '' }),
    enabled: period !== null,
  })
  return (
    <>
      <OtherPoint invoice={invoice} pricing={pricing} />
      {period === null && <p className={styles.warning}>{t('invoice_check.period_needed')}</p>}
      {period !== null && !data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {period !== null && !data && !error && <Skeleton height={280} radius={16} />}
      {period !== null && data && invoice.lines.length > 0 && (
        <Answers locationId={locationId} mayEdit={mayEdit} invoice={invoice} period={period} billed={data} />
      )}
      <InvoiceFigures
        invoice={read.invoice}
        rows={read.rows}
        isCut={read.isCut}
        currency={data?.bill.currency ?? 'EUR'}
        point={point}
        onChange={onChange}
        onPoint={setChosen}
        onAnother={onAnother}
      />
    </>
  )
}

interface AnswersProps {
  locationId: number
  mayEdit: boolean
  invoice: Invoice
  period: { from: string; to: string }
  billed: Billed
}

/** What explains a difference is asked for only where there is one. */
function Answers({ locationId, mayEdit, invoice, period, billed }: AnswersProps) {
  const t = useT()
  const { bill, readings, caveats } = billed
  const plain = compareInvoice(invoice, bill)
  const isFaulty = plain.differences.some(({ kind }) => !harmlessKinds.has(kind))
  const { data: evidence } = useQuery({ ...evidenceQuery(locationId, period, bill), enabled: isFaulty })
  const compared = evidence ? compareInvoice(invoice, bill, evidence) : plain
  // What the supplier bills of shared energy stands on the statement, not here: nothing to object to.
  const isShared = caveats.includes('sharing')
  return (
    <>
      {isShared && <Warning text={t('invoice_check.shares')} />}
      <ResultPanel
        compared={compared}
        lines={invoice.lines}
        bill={bill}
        tools={mayEdit && <KeepButton locationId={locationId} invoice={invoice} period={period} />}
      />
      {!isShared && <LetterPanel compared={compared} invoice={invoice} bill={bill} readings={readings} />}
    </>
  )
}

/** An invoice of another metering point proves nothing about this one. */
function OtherPoint({ invoice, pricing }: { invoice: Invoice; pricing: LocationPricingView }) {
  const t = useT()
  const deviceId = pricing.point?.abstractDeviceId ?? null
  const { data: devices } = useQuery({ ...devicesQuery, enabled: deviceId !== null })
  const own = devices?.find(({ id }) => id === deviceId)
  if (!own || namesPoint(invoice, [own.eimm, own.gsrn]) !== false) return null
  return <Warning text={t('invoice_check.other_point', { point: invoice.meteringPoints.join(', ') })} />
}

const Warning = ({ text }: { text: string }) => (
  <div className={styles.warning} role="alert">
    <IconAlertTriangle size={20} aria-hidden />
    <p>{text}</p>
  </div>
)
