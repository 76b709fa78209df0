import { addExact, formatExact, multiplyExact, parseExact } from '@ohmstead/domain/money/exact'
import type { Invoice, InvoiceLine } from '../invoice/invoice-model.ts'

// Texts of invoices in the layouts of many suppliers.

export interface Layout {
  language: 'sl' | 'en' | 'de' | 'hr'
  decimal: ',' | '.'
  thousands: '' | '.' | ' '
  order: readonly ('quantity' | 'unit' | 'price' | 'amount')[]
  /** Where the row of a line is broken. */
  breaks: 'none' | 'afterName' | 'everyCell'
  gap: '  ' | '\t' | '   '
  unitOfPrice: boolean
  headings: boolean
  noise: boolean
  scanned: boolean
  subtotals: boolean
  sums: 'table' | 'rows'
  creditSign: boolean
}

type Language = Layout['language']
const inLanguages = (sl: string, en: string, de: string, hr: string): Record<Language, string> => ({
  sl,
  en,
  de,
  hr,
})

const blockWords = inLanguages('časovni blok', 'block', 'Zeitblock', 'blok')
const texts = {
  t0: inLanguages('Energija ET', 'Energy single tariff', 'Energie Eintarif', 'Energija jedinstvena tarifa'),
  t1: inLanguages('Električna energija VT', 'Energy high tariff', 'Energie HT', 'Energija VT'),
  t2: inLanguages('Električna energija MT', 'Energy low tariff', 'Energie NT', 'Energija NT'),
  spot: inLanguages(
    'Energija dinamična cena',
    'Energy dynamic price',
    'Energie dynamisch',
    'Energija dinamička cijena',
  ),
  marketOperator: inLanguages(
    'Prispevek za delovanje operaterja trga',
    'Market operator levy',
    'Abgabe Marktbetreiber',
    'Naknada operatoru tržišta',
  ),
  energyEfficiency: inLanguages(
    'Prispevek za energetsko učinkovitost',
    'Energy efficiency levy',
    'Abgabe Energieeffizienz',
    'Naknada za energetsku učinkovitost',
  ),
  excise: inLanguages('Trošarina na električno energijo', 'Excise duty', 'Stromsteuer', 'Trošarina'),
  support: inLanguages(
    'Prispevek OVE in SPTE',
    'Renewable energy levy',
    'Abgabe für erneuerbare Energie',
    'Naknada OIE',
  ),
  period: inLanguages('Obračunsko obdobje', 'Billing period', 'Abrechnungszeitraum', 'Obračunsko razdoblje'),
  invoice: inLanguages('Račun št.', 'Invoice No.', 'Rechnung Nr.', 'Račun br.'),
  net: inLanguages('Osnova za DDV', 'Net amount excl. VAT', 'Summe netto ohne MwSt', 'Ukupno bez PDV'),
  vat: inLanguages('DDV', 'VAT', 'MwSt', 'PDV'),
  total: inLanguages('Za plačilo', 'Amount due', 'Zahlbetrag', 'Za platiti'),
  point: inLanguages('Merilno mesto', 'Metering point', 'Zählpunkt', 'Mjerno mjesto'),
  subtotal: inLanguages('Skupaj električna energija', 'Total energy', 'Summe Energie', 'Ukupno energija'),
  month: inLanguages('mes', 'month', 'Monat', 'mj'),
} as const

const headings: Record<string, Record<Language, string>> = {
  energy: inLanguages('ELEKTRIČNA ENERGIJA', 'ELECTRICITY', 'STROM', 'ELEKTRIČNA ENERGIJA'),
  networkEnergy: inLanguages('OMREŽNINA', 'NETWORK', 'NETZENTGELT', 'MREŽARINA'),
  networkPower: inLanguages('OMREŽNINA', 'NETWORK', 'NETZENTGELT', 'MREŽARINA'),
  levies: inLanguages('PRISPEVKI IN DAJATVE', 'LEVIES', 'ABGABEN', 'NAKNADE'),
  feedIn: inLanguages('ODKUP VIŠKOV', 'FEED-IN', 'EINSPEISUNG', 'OTKUP VIŠKOVA'),
}

const noise = [
  'Vrbina 17, 8270 Krško, tel. 080 1558, www.dobavitelj.si',
  'IBAN SI56 0292 3001 2345 678, BIC LJBASI2X',
  'Stran 1 od 2',
  'Hvala, ker ste naša stranka.',
  'Stanje števca A+ 12345 12456',
  '--------------------------------',
]

/** The text of an invoice. */
export function layOutInvoice(invoice: Invoice, layout: Layout): string {
  const { language } = layout
  const number = numberWriter(layout)
  const rows: string[] = ['GEN-I, d.o.o.']
  if (layout.noise) rows.push(...noise.slice(0, 3))
  if (invoice.number) rows.push(`${texts.invoice[language]} ${invoice.number}`)
  for (const point of invoice.meteringPoints) rows.push(`${texts.point[language]}: ${point}`)
  if (invoice.from && invoice.to)
    rows.push(`${texts.period[language]}: ${dayOf(invoice.from, layout)} - ${dayOf(invoice.to, layout)}`)
  let part: string | null = null
  let inSection = zeroText
  for (const line of invoice.lines) {
    if (line.part !== part) {
      if (layout.subtotals && part === 'energy') rows.push(`${texts.subtotal[language]} ${number(inSection)}`)
      part = line.part
      inSection = zeroText
      if (layout.headings && headings[part ?? '']) rows.push(headings[part!]![language])
    }
    inSection = formatExact(addExact(parseExact(inSection), parseExact(line.amount)), 2)
    rows.push(...rowsOf(line, layout, number))
    if (layout.noise && rows.length % 9 === 0) rows.push(noise[5]!)
  }
  rows.push(...sumRows(invoice, layout, number))
  if (layout.noise) rows.push(...noise.slice(3))
  return rows.join('\n')
}

const zeroText = '0.00'

function sumRows(invoice: Invoice, { language, sums }: Layout, number: (text: string) => string): string[] {
  const rows: string[] = []
  if (invoice.net) rows.push(`${texts.net[language]}  ${number(invoice.net)} EUR`)
  for (const { rate, base, amount } of invoice.vats) {
    const percent = `${number(formatExact(multiplyExact(parseExact(rate!), { digits: 100n, scale: 0 })))} %`
    if (sums === 'rows') rows.push(`${texts.vat[language]} ${percent}  ${number(amount)}`)
    else {
      const gross = formatExact(addExact(parseExact(base!), parseExact(amount)), 2)
      rows.push(`${texts.vat[language]} ${percent}  ${number(base!)}  ${number(amount)}  ${number(gross)}`)
    }
  }
  if (invoice.total) rows.push(`${texts.total[language]}: ${number(invoice.total)} EUR`)
  return rows
}

function rowsOf(line: InvoiceLine, layout: Layout, number: (text: string) => string): string[] {
  const { language, order, breaks, gap, unitOfPrice, creditSign } = layout
  const unit = line.unit === 'month' ? texts.month[language] : line.unit
  const credit = line.part === 'feedIn' && !creditSign ? line.amount.replace('-', '') : line.amount
  if (line.quantity === null || line.unitPrice === null) return [[line.label, number(line.amount)].join(gap)]
  const cells = order.map((cell) => {
    if (cell === 'quantity') return number(line.quantity!)
    if (cell === 'unit') return unit
    if (cell === 'price')
      return `${number(line.unitPrice!)}${unitOfPrice && line.unit === 'kWh' ? ' EUR/kWh' : ''}`
    return number(credit)
  })
  const label = labelOf(line, language)
  if (breaks === 'everyCell') return [label, ...cells.map(String)]
  return breaks === 'afterName' ? [label, cells.join(gap)] : [[label, ...cells].join(gap)]
}

export function labelOf({ part, name, label }: InvoiceLine, language: Language): string {
  const block = name?.startsWith('block') ? `${blockWords[language]} ${name.at(-1)}` : ''
  const words: Partial<Record<string, Record<Language, string>>> = {
    networkEnergy: inLanguages(
      'Omrežnina za energijo',
      'Network energy',
      'Netzentgelt Energie',
      'Mrežarina energija',
    ),
    networkPower: inLanguages(
      'Omrežnina - obračunska moč',
      'Network power',
      'Netzentgelt Leistung',
      'Mrežarina snaga',
    ),
    excessPower: inLanguages(
      'Presežna moč',
      'Excess power',
      'Überschreitung der Leistung',
      'Prekoračenje snage',
    ),
    feedIn: inLanguages('Odkup oddane energije', 'Feed-in surplus', 'Einspeisung', 'Otkup viškova'),
  }
  if (part === 'fees')
    return `${inLanguages('Nadomestilo', 'Fee', 'Grundgebühr', 'Naknada')[language]} ${label}`
  const own = words[part ?? '']
  if (own) return `${own[language]} ${part === 'feedIn' ? '' : block}`.trim()
  return (texts as Record<string, Record<Language, string>>)[name ?? '']?.[language] ?? label
}

function numberWriter({ decimal, thousands, scanned }: Layout) {
  let count = 0
  return (text: string): string => {
    const [whole, after] = text.split('.')
    const isNegative = whole!.startsWith('-')
    const digits = isNegative ? whole!.slice(1) : whole!
    const mark = decimal === '.' && thousands === '.' ? '' : thousands
    const grouped = digits.replace(/\B(?=(\d{3})+$)/g, mark)
    count += 1
    // A scan moves a comma off its digits now and then.
    const point = scanned && decimal === ',' && count % 3 === 0 && (after?.length ?? 0) >= 2 ? ', ' : decimal
    return `${isNegative ? '-' : ''}${grouped}${after === undefined ? '' : `${point}${after}`}`
  }
}

function dayOf(day: string, { language }: Layout): string {
  const [year, month, date] = day.split('-').map(Number)
  if (language === 'en') return day
  return language === 'sl'
    ? `${date}. ${month}. ${year}`
    : `${String(date).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`
}
