import type { ChartModel, ChartWindow } from './chart-model.ts'
import { renderChartPng } from './chart-png.ts'
import { readChartTheme } from './chart-theme.ts'
import { downloadBlob } from './download.ts'

interface Picture {
  model: ChartModel
  /** Null takes the whole range. */
  window: ChartWindow | null
  locale: string
  hour12: boolean
  title: string
  subtitle: string
  legend: readonly { label: string; colour: string }[]
  fileName: string
}

/** The current chart as a file. */
export async function downloadPicture({
  model,
  window,
  locale,
  hour12,
  title,
  subtitle,
  legend,
  fileName,
}: Picture): Promise<void> {
  const theme = readChartTheme(document.documentElement, locale, hour12)
  const whole = { fromMs: model.fromMs, toMs: model.toMs }
  const size = { width: 1200, height: 520 }
  downloadBlob(await renderChartPng(model, window ?? whole, theme, title, subtitle, legend, size), fileName)
}
