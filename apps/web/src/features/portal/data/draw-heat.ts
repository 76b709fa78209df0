import { type ColorScheme, heatColour } from './heat-colours.ts'

const hoursPerDay = 24
const heightPx = 264

/** One pixel per cell, then enlarged without smoothing; cells without a reading are hatched. */
export function drawHeat(
  canvas: HTMLCanvasElement,
  heat: { days: number; powersW: Float32Array; topW: number; scheme: ColorScheme; width: number },
): void {
  const { days, powersW, topW, scheme, width } = heat
  const density = devicePixelRatio
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(heightPx * density)
  const ctx = canvas.getContext('2d')!
  hatch(ctx, canvas, density)
  const cells = document.createElement('canvas')
  cells.width = days
  cells.height = hoursPerDay
  const image = new ImageData(days, hoursPerDay)
  for (let day = 0; day < days; day++) {
    for (let hour = 0; hour < hoursPerDay; hour++) {
      const power = powersW[day * hoursPerDay + hour]!
      if (Number.isNaN(power)) continue
      const [red, green, blue] = heatColour(power / topW, scheme)
      image.data.set([red, green, blue, 255], (hour * days + day) * 4)
    }
  }
  cells.getContext('2d')!.putImageData(image, 0, 0)
  ctx.imageSmoothingEnabled = false
  ctx.drawImage(cells, 0, 0, canvas.width, canvas.height)
}

function hatch(ctx: CanvasRenderingContext2D, canvas: HTMLCanvasElement, density: number): void {
  const style = getComputedStyle(canvas)
  ctx.fillStyle = style.getPropertyValue('--surface')
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  ctx.strokeStyle = style.getPropertyValue('--line-strong')
  ctx.lineWidth = density
  ctx.beginPath()
  for (let at = -canvas.height; at < canvas.width; at += 7 * density) {
    ctx.moveTo(at, canvas.height)
    ctx.lineTo(at + canvas.height, 0)
  }
  ctx.stroke()
}
