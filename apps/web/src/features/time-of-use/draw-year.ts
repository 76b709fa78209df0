import type { PreviewDay } from '@ohmstead/pricing/time-plan/preview-year'

/** Where the twelve months are: the same for drawing and for finding what is below the pointer. */
export interface YearLayout {
  width: number
  height: number
  columns: number
  month: { width: number; height: number; left: number; top: number; title: number }
}

const title = 22
const gap = 16
const marks = 10
const dayHeight = 96

export function layOutYear(width: number): YearLayout {
  const columns = width >= 960 ? 4 : width >= 600 ? 3 : 2
  const monthWidth = (width - gap * (columns - 1)) / columns
  const monthHeight = title + dayHeight + marks
  const rows = 12 / columns
  return {
    width,
    height: rows * monthHeight + (rows - 1) * gap,
    columns,
    month: {
      width: monthWidth,
      height: monthHeight,
      left: monthWidth + gap,
      top: monthHeight + gap,
      title,
    },
  }
}

/** The place of a month (0 to 11) and the width of its days. */
function boxOf({ columns, month }: YearLayout, place: number) {
  return {
    x: (place % columns) * month.left,
    y: Math.floor(place / columns) * month.top,
    dayWidth: month.width / 31,
  }
}

/** The day and quarter-hour below a point, as a place in the year; null beside the months. */
export function findInYear(
  layout: YearLayout,
  days: readonly PreviewDay[],
  x: number,
  y: number,
): { day: number; quarter: number } | null {
  for (let place = 0; place < 12; place += 1) {
    const box = boxOf(layout, place)
    const inMonth = Math.floor((x - box.x) / box.dayWidth)
    const share = (y - box.y - title) / dayHeight
    if (inMonth < 0 || inMonth > 30 || share < 0 || share >= 1) continue
    const text = `-${String(place + 1).padStart(2, '0')}-${String(inMonth + 1).padStart(2, '0')}`
    const day = days.findIndex((one) => one.day.endsWith(text))
    if (day < 0) return null
    return { day, quarter: Math.floor(share * days[day]!.blocks.length) }
  }
  return null
}

export interface YearLook {
  colorOf: (blockId: number) => string | null
  monthName: (month: number) => string
  text: string
  line: string
  /** Of holidays, and of days on which the clock changes. */
  holiday: string
  change: string
  font: string
}

/**
 * Twelve months, a column for each day, from midnight at the top to 24:00: a day on which the clock changes has fewer or more
 * quarter-hours in the same height. Dots below mark holidays, bars days of a clock change.
 */
export function drawYear(
  context: CanvasRenderingContext2D,
  layout: YearLayout,
  days: readonly PreviewDay[],
  look: YearLook,
): void {
  context.clearRect(0, 0, layout.width, layout.height)
  context.font = look.font
  context.textBaseline = 'top'
  for (let place = 0; place < 12; place += 1) {
    const { x, y } = boxOf(layout, place)
    context.fillStyle = look.text
    context.fillText(look.monthName(place), x, y + 2)
  }
  for (const day of days) {
    const { x, y, dayWidth } = boxOf(layout, Number(day.day.slice(5, 7)) - 1)
    const left = x + (Number(day.day.slice(8)) - 1) * dayWidth
    const width = Math.max(1, dayWidth - (dayWidth > 4 ? 1 : 0))
    const step = dayHeight / day.blocks.length
    let from = 0
    for (let quarter = 1; quarter <= day.blocks.length; quarter += 1) {
      if (quarter < day.blocks.length && day.blocks[quarter] === day.blocks[from]) continue
      const color = look.colorOf(day.blocks[from]!)
      const top = y + title + from * step
      const height = (quarter - from) * step
      if (color === null) {
        context.strokeStyle = look.line
        context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1)
      } else {
        context.fillStyle = color
        context.fillRect(left, top, width, height)
      }
      from = quarter
    }
    const below = y + title + dayHeight + 3
    if (day.isHoliday) {
      context.fillStyle = look.holiday
      context.beginPath()
      context.arc(left + width / 2, below + 2, Math.min(2.5, width / 2), 0, Math.PI * 2)
      context.fill()
    }
    if (day.blocks.length !== 96) {
      context.fillStyle = look.change
      context.fillRect(left, below, width, 5)
    }
  }
}

/** The rectangle of a quarter-hour, for the frame around what is looked at. */
export function frameOf(layout: YearLayout, day: PreviewDay, quarter: number) {
  const { x, y, dayWidth } = boxOf(layout, Number(day.day.slice(5, 7)) - 1)
  const step = dayHeight / day.blocks.length
  return {
    left: x + (Number(day.day.slice(8)) - 1) * dayWidth,
    top: y + title + quarter * step,
    width: dayWidth,
    height: Math.max(4, step),
  }
}
