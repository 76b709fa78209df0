import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { buildEnergyModel } from '../shared/charts/build-energy-model.ts'
import type { ChartWindow } from '../shared/charts/chart-model.ts'
import type { EnergyBalance } from '../shared/charts/stacked-series.ts'
import { TimeChart } from '../shared/charts/time-chart.tsx'

// Not part of the application: tools/bench/chart-bench.ts builds this alone and calls it in a real browser.

const pointCount = 70_080
const dayCount = 96
const stepMs = 900_000
const firstMs = Date.UTC(2024, 0, 1)

/** Quarter-hours, two years of them, with four stacked series: sun, grid import, home and grid export. */
function createYears(count: number): EnergyBalance {
  const length = { length: count }
  const ts = Array.from(length, (_, i) => firstMs + i * stepMs)
  const noise = (i: number) => Math.abs(Math.sin(i * 12.9898) * 43_758.5453) % 1
  const sun = Array.from(
    length,
    (_, i) => Math.max(0, Math.sin(((i % 96) / 96) * 2 * Math.PI - 1.6)) * (600 + 900 * noise(i)),
  )
  const use = Array.from(length, (_, i) => 60 + 500 * noise(i + 7) ** 4)
  const none = Array.from(length, () => null)
  return {
    from: firstMs,
    to: firstMs + count * stepMs,
    interval: 900,
    time_zone: 'UTC',
    ts,
    production: sun,
    consumption: use,
    grid_import: use.map((wh, i) => Math.max(0, wh - sun[i]!)),
    grid_export: use.map((wh, i) => Math.max(0, sun[i]! - wh)),
    battery_charge: none,
    battery_discharge: none,
    ev: none,
    hvac: none,
    estimated: [],
    incomplete: [],
    has: { grid: true, production: true, battery: false, ev: false, hvac: false },
  }
}

const nothing: ReadonlySet<string> = new Set()

function Chart({ energy }: { energy: EnergyBalance }) {
  const [{ model }] = useState(() =>
    buildEnergyModel({ energy, view: 'power', hidden: nothing, nowMs: energy.to }),
  )
  const [zoom, setZoom] = useState<ChartWindow | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  return (
    <TimeChart
      model={model}
      // Half of it, so that there is room to drag.
      zoom={zoom ?? { fromMs: model.fromMs, toMs: (model.fromMs + model.toMs) / 2 }}
      onZoom={setZoom}
      cursor={cursor}
      onCursor={setCursor}
      label="bench"
      describe={String}
      height={440}
    />
  )
}

/** Requests one pixel, which the browser can only return after everything drawn so far. */
function settle(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('2d')!.getImageData(0, 0, 1, 1)
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

export interface ChartTimes {
  /** From the data to the picture on the screen, one mount after another. */
  firstDrawsMs: number[]
  /** Work of each frame while the picture is dragged. */
  framesMs: number[]
}

async function run(mounts: number, frames: number): Promise<ChartTimes> {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const years = createYears(pointCount)
  const day = createYears(dayCount)
  const firstDrawsMs: number[] = []
  const root = document.querySelector('#root')!
  let app = createRoot(root)
  // The overview's chart of a day comes first, as for a person on the way to the charts.
  for (let mount = -1; mount < mounts; mount++) {
    const energy = mount < 0 ? day : years
    app.unmount()
    app = createRoot(root)
    const start = performance.now()

    flushSync(() =>
      app.render(
        <I18nProvider i18n={i18n}>
          <Chart energy={energy} />
        </I18nProvider>,
      ),
    )
    // The colours are read in an effect; the picture is complete one render later.
    while (!isDrawn()) await nextFrame()
    settle()
    if (mount >= 0) firstDrawsMs.push(performance.now() - start)
  }
  const framesMs: number[] = []
  const target = document.querySelector<HTMLElement>('[aria-roledescription]')!
  const move = (type: string, x: number) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerType: 'mouse',
        pointerId: 1,
        shiftKey: true,
        clientX: x,
        clientY: 200,
      }),
    )
  // Synthetic events have no pointer that could be captured.
  target.setPointerCapture = () => {}
  move('pointerdown', 1000)
  for (let frame = 0; frame < frames; frame++) {
    move('pointermove', 1000 - frame * 5)
    // Its frame callback runs after the chart's own, which the event has just requested.
    const began = await nextFrame()
    settle()
    framesMs.push(performance.now() - began)
  }
  move('pointerup', 1000 - frames * 5)
  return { firstDrawsMs, framesMs }
}

function isDrawn(): boolean {
  const canvas = document.querySelector('canvas')
  if (!canvas || canvas.width < 400) return false
  const { data } = canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2 - 10, 1, 20)
  return data.some((value) => value > 0)
}

Object.assign(globalThis, { runChartBench: run })
