import { isReceiving, isSending } from '@ohmstead/domain/sharing/sharing-terms'
import { createWords, type Words } from '../calculations/documents/document-words.ts'
import { type Canvas, createCanvas, margin, quiet, wash } from '../calculations/documents/pdf-canvas.ts'
import { drawBrand, drawFooters } from '../calculations/documents/pdf-frame.ts'
import { drawTable, type TableRow } from '../calculations/documents/pdf-table.ts'
import { brandColors } from '../site/brand-colors.ts'
import { drawStatementBill } from './draw-statement-bill.ts'
import type { StatementFileTask } from './statement-file-task.ts'
import { togetherOf } from './statement-sums.ts'
import { amountOf, caveatText, kwhOf, monthName, rateText } from './statement-words.ts'

/** A member's statement of a month: the result first, then energies, money, and both bills line by line. */
export function writeStatementPdf(task: StatementFileTask): Promise<Uint8Array> {
  const { statement, brand, madeAtMs } = task
  const words = createWords(task.locale)
  const { accent } = brandColors(brand.theme)
  const title = words.t('energy_sharing.document.title')
  const canvas = createCanvas(`${title} ${statement.month}`, brand.platformName, words.tag)
  drawHead(canvas, task, words, accent)
  drawResult(canvas, task, words, accent)
  drawEnergies(canvas, task, words)
  drawMoney(canvas, task, words)
  drawNotes(canvas, task, words)
  drawStatementBill(canvas, words.t('energy_sharing.figure.shared'), statement.sharedBill, words)
  drawStatementBill(canvas, words.t('energy_sharing.figure.alone'), statement.aloneBill, words)
  const reference = `#${statement.id} · ${words.t('energy_sharing.statement.version', { version: statement.version })}`
  drawFooters(canvas, { platformName: brand.platformName, madeAtMs, reference }, words)
  return canvas.finish()
}

function drawHead(
  canvas: Canvas,
  { statement, brand }: StatementFileTask,
  words: Words,
  accent: string,
): void {
  const { t } = words
  canvas.box(0, 0, canvas.document.page.width, 5, accent)
  drawBrand(canvas, brand.platformName, accent)
  canvas.y += 34
  canvas.text(t('energy_sharing.document.title'), margin, canvas.y, { size: 21, weight: 'bold' })
  canvas.y += 29
  const small = { size: 10, color: quiet }
  const days = `${words.day(statement.from)} – ${words.day(statement.to)}`
  canvas.paragraph(`${statement.memberName} · ${statement.groupName}`, { size: 12, weight: 'medium' }, 4)
  canvas.paragraph(`${monthName(statement.month, words)} · ${days}`, small, 4)
  const issued = t('energy_sharing.statement.issued', {
    version: statement.version,
    time: words.time(statement.issuedAt),
  })
  canvas.paragraph(issued, small, 14)
}

/** What it would have cost alone, what it costs, and the difference. */
function drawResult(canvas: Canvas, { statement }: StatementFileTask, words: Words, accent: string): void {
  const { t } = words
  const { money } = statement
  const cards = [
    [t('energy_sharing.figure.alone'), amountOf(money.alone)],
    [t('energy_sharing.figure.together'), amountOf(togetherOf(money))],
    [t('energy_sharing.figure.benefit'), amountOf(money.benefit)],
  ] as const
  const gap = 9
  const height = 50
  const width = (canvas.width - gap * (cards.length - 1)) / cards.length
  cards.forEach(([label, amount], at) => {
    const x = margin + at * (width + gap)
    canvas.box(x, canvas.y, width, height, wash, 5)
    if (at === cards.length - 1) canvas.box(x, canvas.y, 3, height, accent, 1.5)
    const inner = { width: width - 20, isLine: true }
    canvas.text(label, x + 11, canvas.y + 9, { ...inner, size: 8, color: quiet })
    canvas.text(words.money(amount), x + 11, canvas.y + 23, { ...inner, size: 15, weight: 'bold' })
  })
  canvas.y += height + 8
}

function drawEnergies(canvas: Canvas, { statement }: StatementFileTask, words: Words): void {
  const { t } = words
  const { energies } = statement
  const row = (key: string, milliWh: number, kind: TableRow['kind'] = 'row'): TableRow => ({
    kind,
    cells: [t(key), words.number(kwhOf(milliWh), 3, 6)],
  })
  const rows = [
    row('energy_sharing.figure.received', energies.receivedMilliWh),
    row('energy_sharing.figure.supplied', energies.suppliedMilliWh),
    row('energy_sharing.figure.import', energies.importMilliWh, 'total'),
    row('energy_sharing.figure.given', energies.givenMilliWh),
    row('energy_sharing.figure.sold', energies.soldMilliWh),
    row('energy_sharing.figure.feed_in', energies.feedInMilliWh, 'total'),
    row('energy_sharing.figure.received', energies.receivedMilliWh),
    row('energy_sharing.figure.unused', energies.unusedMilliWh),
    row('energy_sharing.document.allotted', energies.allottedMilliWh, 'total'),
  ]
  drawTable(canvas, pairColumns(t('calculations.document.column.part'), 'kWh'), rows)
}

function drawMoney(canvas: Canvas, { statement }: StatementFileTask, words: Words): void {
  const { t } = words
  const { money } = statement
  const row = (
    key: string,
    text: string | null,
    kind: TableRow['kind'] = 'row',
    sign = 1,
    perKwh: string | null = null,
  ): TableRow => {
    const amount = amountOf(text)
    const label = perKwh === null ? t(key) : `${t(key)}, ${rateText(perKwh, words)}`
    return { kind, cells: [label, words.number(amount === null ? null : sign * amount || 0, 2)] }
  }
  const rows = [
    row('energy_sharing.figure.shared', money.shared),
    row('energy_sharing.figure.paid', money.paid, 'row', 1, statement.meanPaidPerKwh),
    row('energy_sharing.figure.earned', money.earned, 'row', -1, statement.meanEarnedPerKwh),
    row('energy_sharing.figure.fees', money.fees.gross),
    row('energy_sharing.figure.together', togetherOf(money), 'total'),
    row('energy_sharing.figure.alone', money.alone),
    row('energy_sharing.figure.benefit', money.benefit, 'total'),
  ]
  canvas.y += 6
  drawTable(canvas, pairColumns(t('calculations.document.column.part'), statement.currency), rows)
}

const pairColumns = (label: string, unit: string) => [
  { label, share: 70 },
  { label: unit, share: 30, align: 'right' as const },
]

/** How sure it is, what it rests on, and what it replaces. */
function drawNotes(
  canvas: Canvas,
  { statement, terms, replacedVersion }: StatementFileTask,
  words: Words,
): void {
  const { t } = words
  const { intervals, measured, estimated, missing, isProvisional } = statement.quality
  const share = (count: number) => (intervals === 0 ? '–' : words.percent(count / intervals))
  const { organiser } = terms
  const fee = (key: string, amount: string) => `${t(key)}: ${words.money(Number(amount))}`
  const notes = [
    ...(isProvisional ? [t('energy_sharing.statement.provisional_text')] : []),
    ...(replacedVersion === null
      ? []
      : [
          t('energy_sharing.document.replaces', {
            version: replacedVersion,
            causes: words.list(statement.cause.map((cause) => t(`energy_sharing.cause.${cause}`))),
          }),
        ]),
    ...(statement.replacedBy === null ? [] : [t('energy_sharing.document.replaced')]),
    t('location_pricing.bill.quality', {
      measured: share(measured),
      estimated: share(estimated),
      missing: share(missing),
    }),
    ...statement.caveats.map((caveat) => caveatText(caveat, words)),
    `${t('energy_sharing.field.organiser')}: ${organiser.name}`,
    ...(isSending(terms) ? [fee('energy_sharing.field.sender_fee', organiser.senderFeePerMonth)] : []),
    ...(isReceiving(terms) ? [fee('energy_sharing.field.receiver_fee', organiser.receiverFeePerMonth)] : []),
    `${t('energy_sharing.field.price')}: ${priceText(terms.priceTerms, words)}`,
  ]
  canvas.heading(t('calculations.document.keep_in_mind'))
  for (const note of notes) canvas.paragraph(note, { size: 8.5 }, 3)
}

function priceText(price: StatementFileTask['terms']['priceTerms'], words: Words): string {
  const name = words.t(`energy_sharing.price.${price.kind}`)
  return 'perKwh' in price ? `${name}, ${rateText(price.perKwh, words)}` : name
}
