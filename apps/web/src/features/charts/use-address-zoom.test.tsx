import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChartWindow } from '../../shared/charts/chart-model.ts'
import { useAddressZoom } from './use-address-zoom.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hour = 3_600_000
const morning = { fromMs: 6 * hour, toMs: 12 * hour }
const noon = { fromMs: 11 * hour, toMs: 13 * hour }

/** The hook with an address that can be changed from outside, and its writes. */
function show(first?: ChartWindow) {
  const change = vi.fn()
  const { result, rerender } = renderHook(({ zoom }) => useAddressZoom({ zoom }, change), {
    initialProps: { zoom: first } as { zoom: ChartWindow | undefined },
  })
  return { change, result, rerender }
}

test('the range of a link is shown, and not written again when the chart shows it', () => {
  const { change, result } = show(morning)
  expect(result.current.zoomTo).toEqual(morning)
  act(() => result.current.onWindow(morning))
  vi.runAllTimers()
  expect(change).not.toHaveBeenCalled()
})

test('of many wheel steps the last one is written', () => {
  const { change, result } = show()
  act(() => result.current.onWindow(morning))
  vi.advanceTimersByTime(100)
  act(() => result.current.onWindow(noon))
  vi.runAllTimers()
  expect(change.mock.calls).toEqual([[{ zoom: noon }]])
})

test('its own write requests nothing of the chart, another address does', () => {
  const { result, rerender } = show()
  act(() => result.current.onWindow(noon))
  rerender({ zoom: noon })
  expect(result.current.zoomTo).toBeNull()
  rerender({ zoom: morning })
  expect(result.current.zoomTo).toEqual(morning)
  rerender({ zoom: undefined })
  expect(result.current.zoomTo).toBeNull()
})

test('the whole range is removed from the address', () => {
  const { change, result } = show(morning)
  act(() => result.current.onWindow(null))
  vi.runAllTimers()
  expect(change.mock.calls).toEqual([[{ zoom: undefined }]])
})
