import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import type { Invoice, ReadInvoice } from '@ohmstead/pricing/invoice/invoice-model'
import { parseInvoiceText } from '@ohmstead/pricing/invoice/parse-invoice-text'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { billQuery } from '../../shared/pricing/bill-query.ts'
import { queryClient } from '../../shared/query-client.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { CheckedInvoice } from './checked-invoice.tsx'
import { ChooseInvoice } from './choose-invoice.tsx'
import { draftOf } from './invoice-draft.ts'
import { KeptChecks } from './kept-checks.tsx'

interface InvoiceCheckProps {
  locationId: number
  pricing: LocationPricingView
  mayEdit: boolean
}

/** From a file, a text or typed figures to an answer; nothing is kept unless somebody asks for it. */
export function InvoiceCheck({ locationId, pricing, mayEdit }: InvoiceCheckProps) {
  const t = useT()
  const [read, setRead] = useState<ReadInvoice | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const show = (invoice: Invoice, more?: Pick<ReadInvoice, 'rows' | 'isCut'>) => {
    setProblem(null)
    setRead({ invoice, rows: more?.rows ?? [], isCut: more?.isCut ?? false })
  }
  const take = (text: string) => {
    const found = parseInvoiceText(text)
    if (found.invoice.lines.length === 0) setProblem(t('invoice_check.no_lines'))
    else show(found.invoice, found)
  }
  // The lines that the last month should have, to be filled in.
  const type = useMutation({
    mutationFn: async () => {
      const month = Temporal.Now.plainDateISO(pricing.time_zone).toPlainYearMonth().subtract({ months: 1 })
      const from = month.toPlainDate({ day: 1 }).toString()
      const to = month.toPlainDate({ day: month.daysInMonth }).toString()
      return (await queryClient.fetchQuery(billQuery(locationId, { from, to }))).bill
    },
    onSuccess: (bill) => show(draftOf(bill)),
    onError: (error) => setProblem(errorText(error, t)),
  })
  if (!read)
    return (
      <>
        <ChooseInvoice problem={problem} onText={take} onType={() => type.mutate()} />
        <KeptChecks locationId={locationId} mayEdit={mayEdit} onOpen={show} />
      </>
    )
  return (
    <CheckedInvoice
      locationId={locationId}
      pricing={pricing}
      mayEdit={mayEdit}
      read={read}
      onChange={(invoice) => setRead({ ...read, invoice })}
      onAnother={() => setRead(null)}
    />
  )
}
