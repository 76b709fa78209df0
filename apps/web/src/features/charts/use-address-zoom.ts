import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChartWindow } from '../../shared/charts/chart-model.ts'
import { type ChartState, formatZoom } from '../../shared/charts/chart-search.ts'
import type { ChangeChart } from './use-chart-state.ts'

/** A wheel zooms in many small steps, but browsers limit changes of the address. */
const restMs = 300

const nameOf = (zoom: ChartWindow | null | undefined) => (zoom ? formatZoom(zoom) : '')

/**
 * Keeps the zoom in the address, so that a link and the back button show the same. Returns the requested range
 * and takes the shown one.
 */
export function useAddressZoom({ zoom }: Pick<ChartState, 'zoom'>, change: ChangeChart) {
  const [zoomTo, setZoomTo] = useState<ChartWindow | null>(zoom ?? null)
  const shown = useRef<ChartWindow | null>(zoom ?? null)
  const timer = useRef(0)
  const asked = nameOf(zoom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its name says whether it is another one
  useEffect(() => {
    if (asked === '' || asked !== nameOf(shown.current)) setZoomTo(zoom ?? null)
  }, [asked])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const onWindow = useCallback(
    (next: ChartWindow | null) => {
      if (nameOf(next) === nameOf(shown.current)) return
      shown.current = next
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => change({ zoom: next ?? undefined }), restMs)
    },
    [change],
  )
  return { zoomTo, onWindow, shown }
}
