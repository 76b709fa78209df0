import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useT } from '../shared/i18n/use-t.ts'
import { showFavicon } from '../shared/show-favicon.ts'
import { useSite } from '../shared/site.ts'
import { useIsPageMissing } from '../shared/states/missing-page.ts'

/** "page – platform name" as the document's title; read out after each change of page. */
export function PageTitle() {
  const t = useT()
  const site = useSite()
  const isMissing = useIsPageMissing()
  const title = useMatches({
    select: (matches) =>
      matches.some(({ status, _notFound }) => status === 'notFound' || _notFound)
        ? 'titles.not_found'
        : matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  const pathname = useLocation({ select: (location) => location.pathname })
  const key = isMissing ? 'titles.not_found' : title
  const page = key ? t(key) : null
  useEffect(() => showFavicon(site?.favicon ?? null), [site?.favicon])
  const isFirst = useRef(true)
  const announcer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = documentTitle(page, site?.platformName ?? null)
  }, [page, site])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is the occasion
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (announcer.current) announcer.current.textContent = page
    // A link inside the old page is gone with its focus; reading continues at the new page's start.
    if (document.activeElement === document.body || document.activeElement === null)
      document.querySelector('main')?.focus()
  }, [pathname, page])
  return <div ref={announcer} className="visually-hidden" aria-live="polite" aria-atomic />
}

export function documentTitle(page: string | null, platformName: string | null): string {
  const platform = platformName || 'Cloud'
  return page ? `${page} – ${platform}` : platform
}
