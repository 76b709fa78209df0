import { type RefObject, useEffect } from 'react'

/**
 * Marks the sides at which a horizontally scrolling box hides something (`data-more-start`, `data-more-end`), for its
 * style sheet.
 */
export function useScrollShade(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current!
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-more-start', scrollLeft > 1)
      element.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [box])
}
