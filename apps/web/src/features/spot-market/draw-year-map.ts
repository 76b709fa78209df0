import { type PriceScale, priceColour } from './price-colours.ts'

/** One pixel for each hour, a column for each day; the browser enlarges it without smoothing. Unknown is transparent. */
export function drawYearMap(
  canvas: HTMLCanvasElement,
  { days, prices }: { days: number; prices: readonly (number | null)[] },
  scale: PriceScale,
): void {
  canvas.width = days
  canvas.height = 24
  const context = canvas.getContext('2d')
  if (!context) return
  const image = context.createImageData(days, 24)
  for (let at = 0; at < prices.length; at++) {
    const price = prices[at]
    if (price === null || price === undefined) continue
    const [red, green, blue] = priceColour(price, scale) as [number, number, number]
    const pixel = ((at % 24) * days + Math.floor(at / 24)) * 4
    image.data[pixel] = red
    image.data[pixel + 1] = green
    image.data[pixel + 2] = blue
    image.data[pixel + 3] = 255
  }
  context.putImageData(image, 0, 0)
}

/** Where a key of the keyboard leads from an hour of the year; null if it is none of the map's. */
export function moveYearCursor(key: string, at: number, days: number): number | null {
  const [day, hour] = [Math.floor(at / 24), at % 24]
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most)
  switch (key) {
    case 'ArrowLeft':
      return clamp(day - 1, days - 1) * 24 + hour
    case 'ArrowRight':
      return clamp(day + 1, days - 1) * 24 + hour
    case 'ArrowUp':
      return day * 24 + clamp(hour - 1, 23)
    case 'ArrowDown':
      return day * 24 + clamp(hour + 1, 23)
    case 'PageUp':
      return clamp(day - 30, days - 1) * 24 + hour
    case 'PageDown':
      return clamp(day + 30, days - 1) * 24 + hour
    case 'Home':
      return hour
    case 'End':
      return (days - 1) * 24 + hour
    default:
      return null
  }
}
