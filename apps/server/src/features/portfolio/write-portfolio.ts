import type { PortfolioOptimisation, PortfolioRow } from '@ohmstead/contract/portfolio'
import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import { createWords, type Words } from '../calculations/documents/document-words.ts'
import {
  type CellValue,
  writeCommaSeparated,
  writeSpreadsheet,
} from '../calculations/documents/spreadsheet.ts'
import { columnLetter, type NumberKind, startWorkbook } from '../calculations/documents/workbook-sheet.ts'
import type { PortfolioFileTask } from './portfolio-file-task.ts'

interface Column {
  key: string
  kind?: NumberKind
  width: number
  of: (row: PortfolioRow, words: Words) => CellValue
  /** Whether a sum of it is meaningful. */
  isSummed?: boolean
}

const figure = (key: keyof PortfolioRow, kind: NumberKind, isSummed = false): Column => ({
  key,
  kind,
  width: 14,
  isSummed,
  of: (row) => row[key] as number | null,
})
const powers = (key: 'current_powers_kw' | 'recommended_powers_kw'): Column[] =>
  [0, 1, 2, 3, 4].map((block) => ({
    key: `${key}_${block + 1}`,
    kind: 'power',
    width: 10,
    of: (row) => row[key]?.[block] ?? null,
  }))

const columns: Column[] = [
  { key: 'eimm', width: 14, of: ({ eimm }) => eimm },
  { key: 'title', width: 30, of: ({ title }) => title },
  { key: 'owner', width: 22, of: ({ owner }) => owner?.name ?? null },
  figure('current_cost', 'money', true),
  figure('current_excess', 'money', true),
  figure('optimised_cost', 'money', true),
  figure('operator_default_cost', 'money'),
  figure('advised_cost', 'money', true),
  {
    key: 'advice',
    width: 26,
    of: ({ advice }, { t }) => advice && t(`portfolio.advice.${advice}`),
  },
  figure('yearly_saving', 'money', true),
  figure('saving_low', 'money'),
  figure('saving_high', 'money'),
  figure('saving_percent', 'percent'),
  figure('saves_in', 'percent'),
  ...powers('current_powers_kw'),
  ...powers('recommended_powers_kw'),
  { key: 'relative_gap', width: 12, of: ({ relative_gap }) => relative_gap },
  {
    key: 'confidence',
    width: 14,
    of: ({ confidence }, { t }) => confidence && t(`calculations.confidence.${confidence}`),
  },
  figure('months', 'count'),
  figure('missing_intervals', 'count'),
  figure('estimated_intervals', 'count'),
  {
    key: 'so_far',
    width: 26,
    of: ({ so_far }) => so_far && `${so_far.from} – ${so_far.to}`,
  },
  { key: 'problem', width: 40, of: ({ error }, { t }) => error && t(`portfolio.file.problem.${error}`) },
]

/** A block's column has the number of its block after its name. */
function headOf(key: string, { t }: Words): string {
  const [, name, block] = /^(current|recommended)_powers_kw_(\d)$/.exec(key) ?? []
  return name ? t(`portfolio.file.powers.${name}`, { block: block! }) : t(`portfolio.file.column.${key}`)
}

export async function writePortfolioFile({
  format,
  rows,
  optimisation,
  locale,
}: PortfolioFileTask): Promise<Uint8Array> {
  const words = createWords(locale)
  if (format === 'xlsx') return writePortfolioWorkbook(rows, optimisation, words)
  return Buffer.from(writePortfolioCsv(rows, words))
}

function writePortfolioWorkbook(
  rows: readonly PortfolioRow[],
  { from, to, advice_from, levies, vat }: PortfolioOptimisation,
  words: Words,
): Promise<Uint8Array> {
  const builder = startWorkbook().createSheet(
    words.t('portfolio.file.title'),
    columns.map(({ width }) => width),
    true,
  )
  builder.row([words.t('portfolio.file.title')], 'title')
  const basis = words.t(`calculations.held.${nameBasis({ levies, vat })}`)
  const year = words.t('portfolio.file.note', { from: words.day(advice_from), basis })
  builder.row([{ value: `${words.day(from)} – ${words.day(to)} · ${year}`, isQuiet: true }])
  builder.row(
    columns.map(({ key }) => headOf(key, words)),
    'head',
  )
  const first = builder.next()
  for (const row of rows)
    builder.row(columns.map(({ of, kind }) => ({ value: of(row, words), ...(kind && { kind }) })))
  const last = builder.next() - 1
  if (rows.length > 0) {
    builder.row(
      columns.map(({ key, of, kind, isSummed }, at) => {
        if (key === 'eimm') return { value: words.t('calculations.document.sum') }
        if (!isSummed) return { value: null }
        const value = rows.reduce((sum, row) => sum + Number(of(row, words) ?? 0), 0)
        return { value, formula: `SUM(${columnLetter(at)}${first}:${columnLetter(at)}${last})`, kind: kind! }
      }),
      'total',
    )
    builder.sheet.autoFilter = { range: `A${first - 1}:${columnLetter(columns.length - 1)}${last}` }
  }
  builder.sheet.freezePane = { rows: first - 1, columns: 1 }
  return writeSpreadsheet([builder.sheet])
}

/** Numbers with a decimal point and without units, for programs; formulas are neutralised. */
function writePortfolioCsv(rows: readonly PortfolioRow[], words: Words): string {
  const heads = columns.map(({ key }) => headOf(key, words))
  const cells = rows.map((row) => columns.map(({ of }) => of(row, words)))
  return writeCommaSeparated([heads, ...cells])
}
