import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Fold } from '../ui/fold-heading.tsx'
import { useMobile } from './use-mobile.ts'

/**
 * Whether a part of a page is folded on a phone; null elsewhere, where it stands open. It opens where a link of the page
 * leads to its anchor, and on paper.
 */
export function useFold({
  isOpen: isOpenAtFirst,
  anchor,
}: {
  isOpen: boolean
  anchor?: string
}): Fold | null {
  const isMobile = useMobile()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const follow = () => anchor !== undefined && window.location.hash === `#${anchor}` && setOpen(true)
    // The browser takes what stands there when the event is over.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    follow()
    window.addEventListener('hashchange', follow)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('hashchange', follow)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [anchor])
  if (!isMobile) return null
  return { isOpen: isOpen || isPrinting, toggle: () => setOpen((now) => !now) }
}
