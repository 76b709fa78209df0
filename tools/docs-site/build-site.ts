import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import rootPackage from '../../package.json' with { type: 'json' }
import { layOut } from './layout.ts'
import { escapeHtml, findDeadLinks, renderSitePage } from './render-site-page.ts'
import { listSitePages } from './site-pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const own = fileURLToPath(new URL('.', import.meta.url))

/**
 * Builds the site of the documents into a folder: plain files for any web server, also below a path. Throws with all
 * links that lead nowhere. Returns how many pages there are.
 */
export function buildSite(folder: string): number {
  const pages = listSitePages(root)
  const byFile = new Map(pages.map((page) => [page.file, page]))
  const rendered = pages.map((page) => ({
    page,
    content: renderSitePage(page, readFileSync(join(root, page.file), 'utf8'), byFile),
  }))
  const dead = findDeadLinks(rendered)
  if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.join('\n')}`)

  rmSync(folder, { recursive: true, force: true })
  const write = (address: string, text: string) => {
    mkdirSync(dirname(join(folder, address)), { recursive: true })
    writeFileSync(join(folder, address), text)
  }
  const menu = rendered.map(({ page, content }) => ({ ...page, title: content.title }))
  for (const { page, content } of rendered)
    write(page.address, layOut(page, content, menu, rootPackage.version))
  write('search.json', JSON.stringify(rendered.flatMap(({ content }) => content.sections)))
  for (const file of new Set(rendered.flatMap(({ content }) => content.files))) {
    cpSync(join(root, file), join(folder, 'files', file), { recursive: true })
    if (statSync(join(root, file)).isDirectory())
      write(`files/${file}/index.html`, listFiles(join(root, file)))
  }
  for (const file of ['site.css', 'search.js']) cpSync(join(own, file), join(folder, file))
  const library = createRequire(import.meta.url).resolve('minisearch')
  cpSync(join(dirname(library), '..', 'umd', 'index.js'), join(folder, 'minisearch.js'))
  return pages.length
}

/** What a folder holds, for web servers that list none. */
function listFiles(folder: string): string {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
  const title = escapeHtml(basename(folder))
  const items = names.map((name) => `<li><a href="${escapeHtml(name)}">${escapeHtml(name)}</a></li>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<ul>${items.join('')}</ul>
</html>
`
}
