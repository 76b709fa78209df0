import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** For links in a row wider than a small window: scrolls the current one into view. */
export function useScrollToCurrent(): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const show = () => nav.current && scrollToCurrent(nav.current)
    show()
    // Not before: after navigation the router restores all scroll positions.
    return router.subscribe('onRendered', show)
  }, [router])
  return nav
}

/** Sideways only: a reader who has come back to the middle of a page stays there. */
function scrollToCurrent(nav: HTMLElement): void {
  const current = nav.querySelector('[aria-current=page]')?.getBoundingClientRect()
  if (!current) return
  const { left, width } = nav.getBoundingClientRect()
  nav.scrollLeft += current.left + current.width / 2 - (left + width / 2)
}
