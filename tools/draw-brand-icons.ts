import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brandShapes } from './draw-brand-icons/brand-shapes.ts'
import { drawIconSvg, drawLogoSvg, drawMaskableSvg } from './draw-brand-icons/draw-svg.ts'
import { renderSvg } from './draw-brand-icons/render-svg.ts'

// `node tools/draw-brand-icons.ts`: draws the pictures of the shipped brands.

const folder = fileURLToPath(new URL('../apps/web/public/brands/', import.meta.url))

for (const [brand, shape] of Object.entries(brandShapes)) {
  mkdirSync(join(folder, brand), { recursive: true })
  const files: [string, string | Buffer][] = [
    ['icon.svg', drawIconSvg(shape)],
    ['maskable.svg', drawMaskableSvg(shape)],
    ['logo.svg', drawLogoSvg(shape)],
    ['icon-192.png', renderSvg(drawIconSvg(shape), 192).asPng()],
    ['icon-512.png', renderSvg(drawIconSvg(shape), 512).asPng()],
  ]
  for (const [name, content] of files) writeFileSync(join(folder, brand, name), content)
}
