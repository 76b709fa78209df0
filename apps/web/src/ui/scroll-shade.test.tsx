import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScrollShade } from './scroll-shade.ts'

let measure: () => void = () => {}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback
      }
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Box() {
  const box = useRef<HTMLDivElement>(null)
  useScrollShade(box)
  return <div ref={box} data-testid="box" />
}

/** What a box of 300 px with content of some width reports about its sides. */
function show(scrollWidth: number) {
  const box = render(<Box />).getByTestId('box')
  Object.defineProperties(box, { clientWidth: { value: 300 }, scrollWidth: { value: scrollWidth } })
  measure()
  return {
    box,
    sides: () => ['start', 'end'].filter((side) => box.hasAttribute(`data-more-${side}`)),
  }
}

test('a box that shows everything has no shade', () => {
  expect(show(300).sides()).toEqual([])
})

test('the shade is where something is hidden, and moves with scrolling', () => {
  const { box, sides } = show(500)
  const scrollTo = (left: number) => {
    box.scrollLeft = left
    box.dispatchEvent(new Event('scroll'))
    return sides()
  }
  expect(sides()).toEqual(['end'])
  expect(scrollTo(100)).toEqual(['start', 'end'])
  expect(scrollTo(200)).toEqual(['start'])
})
