import { escapeHtml, type RenderedPage } from './render-site-page.ts'
import type { SitePage } from './site-pages.ts'

/** The whole page: menu, search, content. Scripts and styles are files of their own. */
export function layOut(
  page: SitePage,
  { title, html }: RenderedPage,
  menu: readonly (SitePage & { title: string })[],
  version: string,
): string {
  const up = '../'.repeat(page.address.split('/').length - 1)
  const groups = [...new Set(menu.map(({ group }) => group))]
  const links = groups.map((group) => {
    const own = menu.filter((entry) => entry.group === group)
    const items = own.map((entry) => {
      const current = entry.address === page.address ? ' aria-current="page"' : ''
      return `<li><a href="${up}${entry.address}"${current}>${escapeHtml(entry.title)}</a></li>`
    })
    // Only the group one is in stands open: there are some forty pages.
    const isOpen = group === page.group || group === 'Run it' ? ' open' : ''
    return `<details${isOpen}><summary>${escapeHtml(group)}</summary><ul>${items.join('')}</ul></details>`
  })
  return `<!doctype html>
<html lang="en" data-up="${up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'">
<title>${escapeHtml(title)} – Ohmstead</title>
<link rel="stylesheet" href="${up}site.css">
<script src="${up}minisearch.js" defer></script>
<script src="${up}search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<a href="${up}index.html">Ohmstead ${escapeHtml(version)}</a>
<form role="search"><label>Search <input type="search" autocomplete="off"></label></form>
</header>
<nav aria-label="Documents">${links.join('\n')}</nav>
<main id="content">
<section id="found" aria-live="polite" hidden></section>
<article>
${html}
</article>
</main>
</body>
</html>
`
}
