import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import { nameAdvised } from '@ohmstead/network-fee/optimum/name-advised'
import type { Report, ReportSystem } from './build-report.ts'
import { unknown, type Words } from './document-words.ts'
import { type Canvas, hairline, ink, margin, quiet, wash } from './pdf-canvas.ts'
import { drawCostChart } from './pdf-chart.ts'
import { drawBrand } from './pdf-frame.ts'
import { drawNetMetering } from './pdf-net-metering.ts'
import { drawTable } from './pdf-table.ts'

/** The first page: the subject, the result, what to do, and what to keep in mind. */
export function drawSummary(canvas: Canvas, report: Report, words: Words, accent: string): void {
  const { about } = report
  canvas.box(0, 0, canvas.document.page.width, 5, accent)
  drawBrand(canvas, about.brand.platformName, accent)
  canvas.y += 34
  canvas.text(words.t('calculations.document.title'), margin, canvas.y, { size: 21, weight: 'bold' })
  canvas.y += 29
  const period = `${words.day(about.fromDay)} – ${words.day(about.toDay)}`
  const place = about.device.title ?? words.t('calculations.document.fact.eimm')
  canvas.paragraph(`${place} · ${about.device.eimm} · ${period}`, { size: 10, color: quiet }, 14)
  // Before all else, as on the page: it changes the meaning of the amounts.
  drawNetMetering(canvas, report, words)
  drawCards(canvas, report, words, accent)
  drawCostChart(canvas, report, words, accent)
  drawFacts(canvas, report)
  drawAgreedPower(canvas, report, words)
  drawWarnings(canvas, report, words)
}

function drawCards(canvas: Canvas, report: Report, words: Words, accent: string): void {
  const { systems, paid } = report
  const gap = 9
  const height = 66
  const width = (canvas.width - gap * (systems.length - 1)) / systems.length
  systems.forEach((system, at) => {
    const x = margin + at * (width + gap)
    canvas.box(x, canvas.y, width, height, wash, 5)
    if (at === 0) canvas.box(x, canvas.y, 3, height, accent, 1.5)
    const inner = { width: width - 20 }
    canvas.text(system.name, x + 11, canvas.y + 9, { ...inner, size: 8, color: quiet, isLine: true })
    const amount = at === 0 ? paid.amountEur : system.total.grandTotal?.amount
    canvas.text(words.money(amount), x + 11, canvas.y + 23, {
      ...inner,
      size: 15,
      weight: 'bold',
      isLine: true,
    })
    canvas.text(differenceOf(system, report, words), x + 11, canvas.y + 46, {
      ...inner,
      size: 7.5,
      color: quiet,
      isLine: true,
    })
  })
  canvas.y += height + 8
}

/** Compared with the cost of the current powers; for these, what the amount includes. */
function differenceOf(
  { key, total }: ReportSystem,
  { about: { levies, vat }, paid }: Report,
  { t, money }: Words,
): string {
  if (key === 'newSystem') {
    const held = t(`calculations.held.${nameBasis({ levies, vat })}`)
    return paid.isWhole ? held : `${t('portfolio.table.in_months', { count: paid.months })}, ${held}`
  }
  const own = total.grandTotal?.amount
  if (own === undefined || paid.amountEur === null || !paid.isWhole) return unknown
  const difference = Math.round((own - paid.amountEur) * 100) / 100
  if (difference === 0) return t('calculations.document.same')
  const amount = money(Math.abs(difference))
  return difference < 0
    ? t('calculations.document.less', { amount })
    : t('calculations.document.more', { amount })
}

function drawFacts(canvas: Canvas, { facts }: Report): void {
  const columns = 3
  const width = canvas.width / columns
  const height = 27
  canvas.y += 4
  canvas.need(Math.ceil(facts.length / columns) * height)
  facts.forEach(({ label, value }, at) => {
    const x = margin + (at % columns) * width
    const y = canvas.y + Math.floor(at / columns) * height
    const room = { width: width - 10, isLine: true }
    canvas.text(label, x, y, { ...room, size: 7, color: quiet })
    canvas.text(value, x, y + 10, { ...room, size: 9, shrinks: true })
  })
  canvas.y += Math.ceil(facts.length / columns) * height
}

function drawAgreedPower(canvas: Canvas, report: Report, words: Words): void {
  const { comparison, advice } = report.calculation.agreedPower
  const { t } = words
  canvas.heading(t('calculations.document.agreed_power'), 150)
  for (const sentence of report.recommendation) canvas.paragraph(sentence, { size: 8.5 }, 3)
  if (comparison === null) return
  const advised = nameAdvised(advice?.kind)
  const rows = comparison.choices.map(
    ({ name, powersKw, agreedEur, excessEur, isExcessCharged, costEur }) => ({
      kind: name === advised ? ('section' as const) : ('row' as const),
      cells: [
        t(`calculations.choice.${name}`),
        ...(powersKw?.map((kw) => words.number(kw, 1)) ?? Array(5).fill(t('calculations.document.changes'))),
        words.number(agreedEur, 2),
        isExcessCharged ? words.number(excessEur, 2) : `(${words.number(excessEur, 2)})`,
        words.number(costEur, 2),
      ],
      quiet: [false, false, false, false, false, false, false, !isExcessCharged],
    }),
  )
  const block = (number: number) => ({
    label: t('calculations.document.block_kw', { block: number }),
    share: 8,
    align: 'right' as const,
  })
  drawTable(
    canvas,
    [
      { label: t('calculations.document.choice_label'), share: 30 },
      ...[1, 2, 3, 4, 5].map(block),
      { label: t('calculations.part.networkPower'), share: 13, align: 'right' },
      { label: t('calculations.part.excessPower'), share: 13, align: 'right' },
      { label: t('calculations.document.sum_eur'), share: 12, align: 'right' },
    ],
    rows,
  )
  canvas.paragraph(t('calculations.document.choices_note'), { size: 7.5, color: quiet }, 3)
}

function drawWarnings(canvas: Canvas, { warnings }: Report, words: Words): void {
  if (warnings.length === 0) return
  canvas.heading(words.t('calculations.document.keep_in_mind'))
  for (const warning of warnings) {
    const width = canvas.width - 12
    canvas.need(canvas.heightOf(warning, width, { size: 8.5 }))
    canvas.document.circle(margin + 3, canvas.y + 5.5, 1.6).fill(quiet)
    canvas.text(warning, margin + 12, canvas.y, { size: 8.5, width, color: ink })
    canvas.y = canvas.document.y + 3
  }
  canvas.line(margin, canvas.y + 4, margin + canvas.width, canvas.y + 4, hairline)
}
