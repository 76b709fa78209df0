import { type RefObject, useLayoutEffect, useState } from 'react'
import { subscribeToPrinting } from '../lib/printing.ts'

/** The width of an element, px; 0 until it is laid out. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    const leave = subscribeToPrinting(() => setWidth(element.clientWidth))
    return () => {
      observer.disconnect()
      leave()
    }
  }, [ref])
  return width
}
