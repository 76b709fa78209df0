import { nameAdvised } from '@ohmstead/network-fee/optimum/name-advised'
import type { Report } from './build-report.ts'
import { unknown, type Words } from './document-words.ts'
import type { WriteSheet } from './spreadsheet.ts'
import type { SheetCell, Workbook } from './workbook-sheet.ts'

const power = (value: number | null | undefined): SheetCell =>
  value == null ? { value: unknown } : { value, kind: 'power' }
const exact = (value: number | null | undefined): SheetCell =>
  value == null ? { value: unknown } : { value, kind: 'exact' }

/** The choices of agreed powers, the certificate of the cheapest one, and its performance beyond the months read. */
export function addAgreedPower(book: Workbook, { calculation }: Report, words: Words): WriteSheet {
  const { t } = words
  const { answer, comparison, advice, limits } = calculation.agreedPower
  const advised = nameAdvised(advice?.kind)
  const widths = [40, ...Array(5).fill(11), 14, 14, 14]
  const builder = book.createSheet(t('calculations.document.sheet.agreed_power'), widths)
  const blocks = [1, 2, 3, 4, 5].map((block) => t('calculations.document.block_kw', { block }))
  const facts = (rows: [string, SheetCell][]) => {
    for (const [key, cell] of rows) builder.row([t(`calculations.document.proof.${key}`), cell])
    builder.row()
  }
  builder.row([t('calculations.document.agreed_power')], 'title')
  facts([
    ['minimum', power(limits.minimumPowerKw)],
    ['connection', power(limits.connectionPowerKw)],
  ])
  if (comparison) {
    const money = ['part.networkPower', 'part.excessPower', 'sum_eur']
    builder.row(
      [
        t('calculations.document.choice_label'),
        ...blocks,
        ...money.map((key) => t(`calculations.document.${key}`)),
      ],
      'head',
    )
    for (const { name, powersKw, agreedEur, excessEur, isExcessCharged, costEur } of comparison.choices)
      builder.row([
        { value: t(`calculations.choice.${name}`), isBold: name === advised },
        ...(powersKw ?? Array(5).fill(null)).map(power),
        { value: agreedEur, kind: 'money' },
        { value: excessEur, kind: 'money', isQuiet: !isExcessCharged },
        { value: costEur, kind: 'money' },
      ])
    builder.row()
  }
  if (!answer) return builder.sheet
  facts([
    ['cost', exact(answer.certificate.costEur)],
    ['bound', exact(answer.certificate.lowerBoundEur)],
    ['gap', { value: answer.certificate.relativeGap }],
    ['continuous', exact(answer.continuous.certificate.costEur)],
    ['months', { value: answer.months.length, kind: 'count' }],
  ])
  builder.row([t('calculations.document.proof.exceeding'), ...blocks], 'head')
  const exceeding = (part: 'rightPerMonth' | 'effectivePerMonth' | 'intervalsPerMonth') =>
    builder.row([
      t(`calculations.document.proof.${part}`),
      ...answer.exceeding.map((block) => exact(block[part])),
    ])
  exceeding('rightPerMonth')
  exceeding('effectivePerMonth')
  exceeding('intervalsPerMonth')
  const { assessment } = calculation
  if (!assessment?.bootstrap) return builder.sheet
  builder.row()
  builder.row([t('calculations.document.proof.resampled'), 'p10', 'p50', 'p90'], 'head')
  const { costEur, savingEur, powersKw, savesIn } = assessment.bootstrap
  const range = (label: string, { p10, p50, p90 }: typeof costEur, kind: 'money' | 'power') =>
    builder.row([label, { value: p10, kind }, { value: p50, kind }, { value: p90, kind }])
  range(t('calculations.document.proof.cost'), costEur, 'money')
  if (savingEur) range(t('calculations.document.column.saving'), savingEur, 'money')
  for (const [at, one] of powersKw.entries()) range(blocks[at]!, one, 'power')
  if (savesIn !== null)
    builder.row([t('calculations.document.proof.saves_in'), { value: savesIn, kind: 'percent' }])
  return builder.sheet
}

/** How complete the readings are, month by month. */
export function addReadings(book: Workbook, { calculation }: Report, words: Words): WriteSheet {
  const { t } = words
  const builder = book.createSheet(t('calculations.document.sheet.readings'), [16, 14, 14, 14, 14, 14])
  const heads = ['month', 'whole_month', 'present', 'missing', 'estimated', 'suspect_days']
  builder.row(
    heads.map((key) => t(`calculations.document.column.${key}`)),
    'head',
  )
  for (const { firstDay, quality } of Object.values(calculation.newSystem)) {
    if (!quality) continue
    const counts = [
      quality.wholeMonth,
      quality.present,
      quality.missing,
      quality.estimated,
      quality.suspectDays,
    ]
    builder.row([
      { value: new Date(`${firstDay}T00:00:00Z`), kind: 'month' },
      ...counts.map((value): SheetCell => ({ value, kind: 'count' })),
    ])
  }
  builder.sheet.freezePane = { rows: 1 }
  return builder.sheet
}
