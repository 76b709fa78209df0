import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ChartState, formatChartSearch, parseChartSearch } from '../../shared/charts/chart-search.ts'

export type ChangeChart = (change: Partial<ChartState>, options?: { isStep?: boolean }) => void

/** The state of the chart in the address, and how to change it. The browser's back button undoes a step. */
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

/** A different range is shown completely. */
export function applyChange(state: ChartState, part: Partial<ChartState>): ChartState {
  const isOtherRange = ['range', 'date', 'from', 'to'].some((key) => key in part)
  return { ...state, ...(isOtherRange && { zoom: undefined }), ...part }
}
