import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { type Canvas, hairline, margin, quiet } from './pdf-canvas.ts'

const height = 118
const lighter = '#a9cfc5'

/** The months side by side: their cost with the current powers, and with the cheapest ones. */
export function drawCostChart(canvas: Canvas, { systems }: Report, words: Words, accent: string): void {
  const paid = systems[0]!
  const best = systems.find(({ key }) => key === 'optimizedSystem')
  const shown = [
    { name: paid.name, color: accent, months: paid.months },
    ...(best ? [{ name: best.name, color: lighter, months: best.months }] : []),
  ]
  const amounts = shown.flatMap(({ months }) => months.map(({ grandTotal }) => grandTotal?.amount ?? 0))
  const highest = Math.max(...amounts)
  if (!(highest > 0)) return
  const step = niceStep(highest)
  const top = Math.ceil(highest / step) * step
  const left = margin + 30
  const width = canvas.width - 30
  const floor = canvas.y + height - 16
  const tall = height - 44
  let x = left
  for (const { name, color } of shown) {
    canvas.box(x, canvas.y + 4, 8, 8, color, 1.5)
    canvas.text(name, x + 12, canvas.y + 3.4, { size: 7.5, color: quiet, isLine: true })
    x += 26 + canvas.widthOf(name, { size: 7.5 })
  }
  for (let value = 0; value <= top; value += step) {
    const y = floor - (value / top) * tall
    canvas.line(left, y, left + width, y, hairline, value === 0 ? 0.8 : 0.4)
    const label = value === top ? `${words.number(value)} €` : words.number(value)
    canvas.text(label, margin, y - 4, { size: 7, color: quiet, width: 25, align: 'right', isLine: true })
  }
  const slot = width / paid.months.length
  const bar = Math.min((slot * 0.72) / shown.length, 22)
  const every = Math.ceil(30 / slot)
  paid.months.forEach(({ month }, at) => {
    const middle = left + (at + 0.5) * slot
    shown.forEach(({ color, months }, place) => {
      const amount = months[at]?.grandTotal?.amount ?? 0
      const tallness = (amount / top) * tall
      if (tallness > 0)
        canvas.box(middle + (place - shown.length / 2) * bar, floor - tallness, bar - 0.8, tallness, color)
    })
    if (at % every === 0)
      canvas.text(words.shortMonth(month), middle - 20, floor + 4, {
        size: 6.5,
        color: quiet,
        width: 40,
        align: 'center',
        isLine: true,
      })
  })
  canvas.y += height + 4
}

/** Three to five steps of a round number, so that the highest bar nearly reaches the top. */
function niceStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest))
  const steps = [0.2, 0.25, 0.4, 0.5, 1, 2].map((factor) => factor * power)
  const fits = steps.filter((step) => Math.ceil(highest / step) >= 3 && Math.ceil(highest / step) <= 5)
  const excess = (step: number) => Math.ceil(highest / step) * step
  return fits.reduce((best, step) => (excess(step) < excess(best) ? step : best))
}
