import type { SpotSourceNote } from '@ohmstead/contract/spot-market'
import { spotSourceName } from '@ohmstead/domain/pricing/spot-source-names'
import { createWords, type Words } from '../calculations/documents/document-words.ts'
import { type CellValue, writeSpreadsheet } from '../calculations/documents/spreadsheet.ts'
import { columnLetter, startWorkbook } from '../calculations/documents/workbook-sheet.ts'
import type { ChartFileColumn, ChartFileTask } from './chart-file-task.ts'

const timeFormat = 'yyyy-mm-dd hh:mm'
const figureFormat = '#,##0.000'
const hourMs = 3_600_000

/** The table behind a chart: local time and UTC as dates, figures as numbers in familiar units, quality. */
export function writeChartWorkbook(task: ChartFileTask): Promise<Uint8Array> {
  const words = createWords(task.locale)
  const { title, timeZone, ts, estimated, incomplete } = task
  const columns = task.columns.map(scaleColumn)
  const widths = [18, 18, ...columns.map(() => 14), 14]
  const builder = startWorkbook().createSheet(title, widths, true)
  const { sheet } = builder
  sheet.columns = widths.map((width, place) => ({
    width,
    ...(place < 2
      ? { numFmt: timeFormat }
      : place < widths.length - 1 && columns[place - 2]!.unit !== '' && { numFmt: figureFormat }),
  }))
  builder.row([title], 'title')
  builder.row([{ value: words.t('charts.file.note', { zone: timeZone }), isQuiet: true }])
  for (const source of task.sources ?? []) builder.row([{ value: sourceText(source, words), isQuiet: true }])
  builder.row(
    [
      words.t('charts.file.local_time'),
      'UTC',
      ...columns.map((column) => headOf(column, words)),
      words.t('charts.table.quality'),
    ],
    'head',
  )
  const first = builder.next()
  const quality = new Map<number, string>()
  for (const at of incomplete) quality.set(at, words.t('charts.legend.incomplete'))
  for (const at of estimated) quality.set(at, words.t('charts.legend.estimated'))
  const offsetAt = createOffsets(timeZone)
  // Plain rows take their formats from the columns: a year of quarter-hours would need 300,000 styles.
  const rows = sheet.rows as CellValue[][]
  for (const [place, ms] of ts.entries()) {
    rows.push([
      new Date(ms + offsetAt(ms)),
      new Date(ms),
      ...columns.map(({ values }) => values[place] ?? null),
      quality.get(place) ?? null,
    ])
  }
  const last = builder.next() - 1
  if (ts.length > 0) {
    if (columns.some(({ isSummed }) => isSummed))
      builder.row(
        [words.t('calculations.document.sum'), null, ...columns.map((column, at) => sumOf(column, at))],
        'total',
      )
    sheet.autoFilter = { range: `A${first - 1}:${columnLetter(widths.length - 1)}${last}` }
  }
  sheet.freezePane = { rows: first - 1, columns: 1 }
  return writeSpreadsheet([sheet])

  function sumOf({ values, isSummed }: ChartFileColumn, at: number) {
    if (!isSummed) return null
    const letter = columnLetter(at + 2)
    const value = values.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 0), 0)
    return {
      value: Math.round(value * 1e6) / 1e6,
      formula: `SUM(${letter}${first}:${letter}${last})`,
      kind: 'energy' as const,
    }
  }
}

/** Watts and watt-hours become kW and kWh, as on bills. */
function scaleColumn(column: ChartFileColumn): ChartFileColumn {
  if (column.unit !== 'W' && column.unit !== 'Wh') return column
  const values = column.values.map((value) => (typeof value === 'number' ? value / 1000 : value))
  return { ...column, unit: `k${column.unit}`, values }
}

function headOf({ device, name, unit }: ChartFileColumn, { t }: Words): string {
  const text = `${device ? `${device}: ` : ''}${/^(charts|metric|spot_market)\./.test(name) ? t(name) : name}`
  return unit ? `${text} [${unit}]` : text
}

/** As below the chart: the publisher, its terms in its own words, and who may see the figures. */
function sourceText({ source, licence, is_free: isFree }: SpotSourceNote, { t }: Words): string {
  const name = spotSourceName(source) ?? t('spot_market.source.modelled')
  const audience = source !== 'modelled' && t(`spot_market.source.${isFree ? 'free' : 'internal'}`)
  return [t('spot_market.source.from', { source: name }), licence, audience].filter(Boolean).join(' ')
}

/** The zone's offset from UTC in ms; computed once a quarter of an hour, since it changes at no other instants. */
function createOffsets(timeZone: string): (ms: number) => number {
  let known = Number.NaN
  let offset = 0
  return (ms) => {
    const quarter = Math.floor(ms / (hourMs / 4))
    if (quarter !== known) {
      known = quarter
      offset = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6
    }
    return offset
  }
}
