import type { Scene, Shape } from './scene.ts'

export interface PictureText {
  title: string
  subtitle: string
  legend: readonly { label: string; colour: string; isHatched?: boolean }[]
}

const density = 2
const padding = 24
const head = 64
const foot = 40

/** The picture with title and legend as a file, at double size for print. */
export async function renderScenePng(scene: Scene, { title, subtitle, legend }: PictureText): Promise<Blob> {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const font = style.getPropertyValue('--font').trim() || 'sans-serif'
  const canvas = document.createElement('canvas')
  canvas.width = (scene.width + 2 * padding) * density
  canvas.height = (scene.height + head + foot + 2 * padding) * density
  const ctx = canvas.getContext('2d')!
  ctx.scale(density, density)
  ctx.fillStyle = colour('--surface')
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  const write = (text: string, x: number, y: number, size: number, token: string, weight = 400) => {
    ctx.fillStyle = colour(token)
    ctx.font = `${weight} ${size}px ${font}`
    ctx.fillText(text, x, y)
  }
  write(title, padding, padding + 16, 18, '--text', 600)
  write(subtitle, padding, padding + 40, 13, '--text-soft')
  ctx.save()
  ctx.translate(padding, padding + head)
  for (const shape of scene.shapes) drawShape(ctx, shape, colour, font)
  ctx.restore()
  let left = padding
  for (const { label, colour: token, isHatched } of legend) {
    const top = padding + head + scene.height + foot / 2
    ctx.fillStyle = colour(token)
    ctx.fillRect(left, top - 9, 10, 10)
    if (isHatched) hatch(ctx, left, top - 9, 10, 10, colour('--surface'))
    write(label, left + 16, top, 12, '--text-soft')
    left += 16 + ctx.measureText(label).width + 20
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded'))),
      'image/png',
    ),
  )
}

function drawShape(
  ctx: CanvasRenderingContext2D,
  shape: Shape,
  colour: (name: string) => string,
  font: string,
): void {
  ctx.fillStyle = colour(shape.colour)
  ctx.strokeStyle = colour(shape.colour)
  switch (shape.kind) {
    case 'rect':
      ctx.fillRect(shape.x, shape.y, shape.width, shape.height)
      if (shape.isHatched) hatch(ctx, shape.x, shape.y, shape.width, shape.height, colour('--surface'))
      return
    case 'line':
      ctx.lineWidth = shape.width
      ctx.setLineDash([...(shape.dash ?? [])])
      ctx.beginPath()
      for (const [x, y] of shape.points) ctx.lineTo(x, y)
      ctx.stroke()
      ctx.setLineDash([])
      return
    case 'dots':
      ctx.globalAlpha = shape.opacity ?? 1
      ctx.lineWidth = 2
      for (const [x, y] of shape.points) {
        ctx.beginPath()
        ctx.arc(x, y, shape.radius, 0, 2 * Math.PI)
        if (shape.isRing) ctx.stroke()
        else ctx.fill()
      }
      ctx.globalAlpha = 1
      return
    case 'text':
      ctx.font = `${shape.size}px ${font}`
      ctx.textAlign = shape.align
      ctx.fillText(shape.text, shape.x, shape.y)
      ctx.textAlign = 'left'
  }
}

function hatch(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  ink: string,
): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(x, y, width, height)
  ctx.clip()
  ctx.strokeStyle = ink
  ctx.globalAlpha = 0.55
  ctx.lineWidth = 2
  for (let at = -height; at < width; at += 7) {
    ctx.beginPath()
    ctx.moveTo(x + at, y + height)
    ctx.lineTo(x + at + height, y)
    ctx.stroke()
  }
  ctx.restore()
}
