import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ChartState, formatChartSearch, parseChartSearch } from '../../shared/charts/chart-search.ts'

export type ChangeChart = (change: Partial<ChartState>, options?: { isStep?: boolean }) => void

/** What the address says the chart shows, and how to change it. A step can be gone back with the browser's button. */
export function useChartState(): [ChartState, ChangeChart] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const state = useMemo(() => parseChartSearch(search), [search])
  const navigate = useNavigate()
  const change = useCallback<ChangeChart>(
    (part, { isStep = false } = {}) => {
      void navigate({
        to: '.',
        search: ((previous: Record<string, unknown>) =>
          formatChartSearch(applyChange(parseChartSearch(previous), part))) as never,
        replace: !isStep,
        resetScroll: false,
      })
    },
    [navigate],
  )
  return [state, change]
}

/** Another range is seen whole. */
export function applyChange(state: ChartState, part: Partial<ChartState>): ChartState {
  const isOtherRange = ['range', 'date', 'from', 'to'].some((key) => key in part)
  return { ...state, ...(isOtherRange && { zoom: undefined }), ...part }
}
