import { type Canvas, hairline, ink, margin, quiet, wash } from './pdf-canvas.ts'

export interface TableColumn {
  label: string
  /** A share of the width. */
  share: number
  align?: 'left' | 'right'
}

export interface TableRow {
  cells: string[]
  kind?: 'row' | 'total' | 'section'
  /** A secondary part of a cell, such as an informative amount. */
  quiet?: boolean[]
}

const rowHeight = 15.5
const padding = 4
/** A table up to this height moves to a new page rather than being split; a longer one starts where it is. */
const largestWhole = 520
const leastRows = 6

/** A table that repeats its head on every page. A section keeps its first rows with it. */
export function drawTable(canvas: Canvas, columns: TableColumn[], rows: TableRow[], size = 8): void {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => (share / whole) * canvas.width)
  const lefts = widths.map((_, at) => margin + widths.slice(0, at).reduce((sum, width) => sum + width, 0))
  const headHeight =
    Math.max(
      ...columns.map(({ label }, at) =>
        canvas.heightOf(label, widths[at]! - 2 * padding, { size: 7.5, weight: 'medium' }),
      ),
    ) + 7

  function drawHead(): void {
    columns.forEach(({ label, align = 'left' }, at) => {
      const style = { size: 7.5, weight: 'medium', color: quiet, align } as const
      const room = widths[at]! - 2 * padding
      const height = canvas.heightOf(label, room, style)
      canvas.text(label, lefts[at]! + padding, canvas.y + headHeight - 5 - height, { ...style, width: room })
    })
    canvas.y += headHeight
    canvas.line(margin, canvas.y, margin + canvas.width, canvas.y, ink, 0.8)
  }

  const height = headHeight + rows.length * rowHeight
  canvas.need(height <= largestWhole ? height : headHeight + leastRows * rowHeight)
  drawHead()
  let section: TableRow | null = null
  rows.forEach((row, place) => {
    const follows = row.kind === 'section' ? 3 : rows[place + 1]?.kind === 'total' ? 2 : 1
    if (canvas.y + follows * rowHeight > canvas.bottom) {
      canvas.newPage()
      drawHead()
      if (section && row.kind !== 'section') drawRow(section, -1)
    }
    if (row.kind === 'section') section = row
    drawRow(row, place)
  })
  canvas.y += 6

  function drawRow({ cells, kind = 'row', quiet: isQuiet = [] }: TableRow, place: number): void {
    const isSection = kind === 'section'
    if (isSection) canvas.box(margin, canvas.y, canvas.width, rowHeight, wash)
    if (kind === 'total') canvas.line(margin, canvas.y, margin + canvas.width, canvas.y, ink, 0.8)
    cells.forEach((cell, at) => {
      canvas.text(cell, lefts[at]! + padding, canvas.y + 3.4, {
        size,
        weight: kind === 'row' ? 'regular' : 'bold',
        color: isQuiet[at] ? quiet : ink,
        align: columns[at]!.align ?? 'left',
        width:
          (isSection && at === 0 && !cells[1] ? canvas.width - widths.at(-1)! : widths[at]!) - 2 * padding,
        isLine: true,
        shrinks: true,
      })
    })
    canvas.y += rowHeight
    const isBeforeTotal = rows[place + 1]?.kind === 'total'
    if (!isSection && kind === 'row' && !isBeforeTotal)
      canvas.line(margin, canvas.y, margin + canvas.width, canvas.y, hairline, 0.4)
  }
}
