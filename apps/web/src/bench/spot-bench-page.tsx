import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { SpotHeatMapView } from '@ohmstead/contract/spot-market'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { findPriceScale, priceColour } from '../features/spot-market/price-colours.ts'
import { createSpotText } from '../features/spot-market/spot-price-text.ts'
import { YearMap } from '../features/spot-market/year-map.tsx'

// Not part of the application: tools/bench/spot-bench.ts builds this alone and calls it in a real browser.

const days = 366
const noise = (at: number) => Math.abs(Math.sin(at * 12.9898) * 43_758.5453) % 1

const map: SpotHeatMapView = {
  ...{ region: 'SI', year: 2028, currency: 'EUR', unit: 'MWh', time_zone: 'Europe/Brussels' },
  ...{ first_day: '2028-01-01', days, sources: [] },
  prices: Array.from({ length: days * 24 }, (_, at) => 90 * Math.sin((at % 24) / 4) + 60 * noise(at)),
}

export interface MapTimes {
  /** From the data to the picture, one mount after another. */
  firstDrawsMs: number[]
  /** The same hours as rectangles of an SVG. */
  rectanglesMs: number
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Requests one pixel, which the browser can only return after everything drawn so far. */
function settle(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('2d')!.getImageData(0, 0, 1, 1)
}

async function run(mounts: number): Promise<MapTimes> {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const text = createSpotText('en', 'EUR', 'MWh')
  const root = document.querySelector('#root')!
  const firstDrawsMs: number[] = []
  for (let mount = 0; mount < mounts; mount++) {
    const app = createRoot(root)
    const start = performance.now()
    flushSync(() =>
      app.render(
        <I18nProvider i18n={i18n}>
          <YearMap map={map} scale={1} text={text} />
        </I18nProvider>,
      ),
    )
    settle()
    await nextFrame()
    firstDrawsMs.push(performance.now() - start)
    app.unmount()
  }
  return { firstDrawsMs, rectanglesMs: await drawRectangles(root) }
}

async function drawRectangles(root: Element): Promise<number> {
  const start = performance.now()
  const scale = findPriceScale(map.prices)
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', `0 0 ${days} 24`)
  map.prices.forEach((price, at) => {
    const one = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    one.setAttribute('x', String(Math.floor(at / 24)))
    one.setAttribute('y', String(at % 24))
    one.setAttribute('width', '1')
    one.setAttribute('height', '1')
    one.setAttribute('fill', `rgb(${priceColour(price!, scale).join()})`)
    svg.append(one)
  })
  root.append(svg)
  svg.getBoundingClientRect()
  await nextFrame()
  await nextFrame()
  return performance.now() - start
}

Object.assign(globalThis, { runMapBench: run })
