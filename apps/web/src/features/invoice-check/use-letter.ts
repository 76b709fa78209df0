import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { findAct } from '@ohmstead/network-fee/rates/rate-source'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { type ComparedInvoice, harmlessKinds } from '@ohmstead/pricing/invoice/comparison-model'
import type { Invoice } from '@ohmstead/pricing/invoice/invoice-model'
import type { PriceSource } from '@ohmstead/pricing/price-component'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { buildLetter } from './build-letter.ts'
import { unitOf } from './comparison-table.tsx'
import { useWriteWorking } from './figures-text.tsx'
import { useExplanationText } from './use-difference-text.ts'
import { useRowName } from './use-row-name.ts'
import { useVerdict } from './use-verdict.ts'

interface Subject {
  compared: ComparedInvoice
  invoice: Invoice
  bill: Bill
  readings: { official: number; controller: number; none: number }
}

/** The letter in the language of the page: what differs, one's own figures, and where the prices come from. */
export function useLetter({ compared, invoice, bill, readings }: Subject): string {
  const t = useT()
  const day = useFormatDay()
  const format = useFormat()
  const words = usePriceWords()
  const { money } = usePriceText()
  const { currency } = compared
  const nameOf = useRowName(invoice.lines)
  const explain = useExplanationText(currency)
  const verdict = useVerdict(compared)
  const today = useToday()
  const working = useWriteWorking(currency)
  const { first_name, last_name } = useUser()
  const amount = (value: string | null) => money(value, currency)
  const number = invoice.number ?? '–'
  const faults = compared.differences.filter(({ kind }) => !harmlessKinds.has(kind))
  const ofRows = [...new Set(faults.flatMap(({ row }) => (row === null ? [] : [row])))]
  // The same reason explains many lines; a letter gives it once.
  const stated = new Set<string>()
  const reasonsOf = (found: typeof faults) => {
    const sentences = new Set(found.flatMap(({ explanations }) => explanations.map(explain)))
    const fresh = [...sentences].filter((sentence) => !stated.has(sentence))
    for (const sentence of fresh) stated.add(sentence)
    return fresh
  }
  const items = ofRows.map((place) => {
    const row = compared.rows[place]!
    const shown = (figures: typeof row.invoiceFigures) => {
      const product = working(figures, unitOf(row, invoice.lines))
      return figures ? `${product ? `${product} = ` : ''}${amount(figures.amount)}` : amount('0')
    }
    const item = t('invoice_check.letter.item', {
      name: nameOf(row),
      invoice: shown(row.invoiceFigures),
      bill: shown(row.billFigures),
      difference: amount(withoutSign(row.difference)),
    })
    return [item, ...reasonsOf(faults.filter((fault) => fault.row === place))].join(' ')
  })
  const ofWhole = faults
    .filter(({ row }) => row === null)
    .map((fault) =>
      [
        `${t(`invoice_check.kind.${fault.kind}`)}: ${amount(withoutSign(fault.amount))}.`,
        ...reasonsOf([fault]),
      ].join(' '),
    )
  const sources = new Set(
    bill.months.flatMap(({ lines }) => lines.flatMap(({ source }) => nameSource(source, words.source))),
  )
  const share = (count: number) =>
    format.percent(count / Math.max(1, readings.official + readings.controller + readings.none))
  const { estimated, missing, intervals } = bill.quality
  const opening = t('invoice_check.letter.opening', {
    number,
    from: day(bill.from),
    to: day(bill.to),
    invoiced: amount(compared.invoiceTotal),
    billed: amount(compared.billTotal),
  })
  return buildLetter({
    day: day(today),
    supplier: invoice.supplier,
    subject: t('invoice_check.letter.subject', { number }),
    point:
      invoice.meteringPoints.length === 0
        ? null
        : `${t('location_pricing.point.heading')}: ${invoice.meteringPoints.join(', ')}`,
    greeting: t('invoice_check.letter.greeting'),
    opening: [opening, verdict].join(' '),
    itemsHeading: t('invoice_check.letter.items'),
    items: [...items, ...ofWhole],
    facts: [
      t('invoice_check.letter.readings', {
        official: share(readings.official),
        controller: share(readings.controller),
        open: format.percent((estimated + missing) / Math.max(1, intervals)),
      }),
      ...(sources.size > 0 ? [t('invoice_check.letter.prices', { sources: [...sources].join('; ') })] : []),
    ],
    request: t('invoice_check.letter.request'),
    closing: t('invoice_check.letter.closing'),
    signature: `${first_name} ${last_name}`.trim(),
  })
}

const withoutSign = (amount: string | null) => amount?.replace('-', '') ?? null

const actsOf = new Map(
  Object.values(publishedRates).flatMap((rates) => rates.map(({ id, acts }) => [id, acts])),
)

/** A published rate by the act that sets it, and not at all where none is known; others as everywhere. */
function nameSource(source: PriceSource | null, nameOf: (source: PriceSource) => string): string[] {
  if (source === null) return []
  if (source.kind !== 'published') return [nameOf(source)]
  return (actsOf.get(source.rateId) ?? []).map(findAct).map(({ title, gazette }) => `${title} (${gazette})`)
}
