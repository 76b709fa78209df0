import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** For links in a row that is wider than a small window: the one to the open page is brought into sight. */
export function useScrollToCurrent(): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the occasion
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return nav
}
