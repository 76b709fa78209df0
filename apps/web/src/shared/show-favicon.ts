/** The site's own icon in the browser's tab and on the home screen; without one ours stays. */
export function showFavicon(favicon: string | null): void {
  if (favicon === null) return
  const shipped = /^\/brands\/[a-z]+\//.exec(favicon)?.[0]
  const touch = shipped ? `${shipped}icon-192.png` : favicon
  for (const [rel, href] of [
    ['icon', favicon],
    ['apple-touch-icon', touch],
  ]) {
    const link = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
    if (link && link.getAttribute('href') !== href) link.href = href!
  }
}
