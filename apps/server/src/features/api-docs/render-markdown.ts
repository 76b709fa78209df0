import { Marked } from 'marked'
import { escapeHtml } from '../mail/html.ts'

/** Documents that are pages too: the name of the page → the file in docs/. */
export const documentPages: Readonly<Record<string, string>> = {
  api: 'api.md',
  'controller-link': 'controller-link.md',
  production: 'runbooks/production.md',
  'backup-and-move': 'runbooks/backup-and-move.md',
  'scale-out': 'runbooks/scale-out.md',
}

/** Links to repository files that are not pages lead nowhere in a browser: they become plain text. */
function findAddress(href: string): string | null {
  if (href.startsWith('https://')) return href
  const [, name, anchor = ''] = /^(?:runbooks\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return name !== undefined && name in documentPages ? `/api/docs/${name}${anchor}` : null
}

const marked = new Marked({
  renderer: {
    heading({ tokens, text, depth }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      const address = findAddress(href)
      return address === null ? words : `<a href="${escapeHtml(address)}">${words}</a>`
    },
    html: ({ text }) => escapeHtml(text),
  },
})

/** A page of our own documents as HTML, with an anchor at each heading. */
export function renderMarkdown(text: string): { title: string; html: string } {
  return { title: /^# (.+)$/m.exec(text)?.[1] ?? '', html: marked.parse(text, { async: false }) }
}

/** The anchor of a heading: `## 4. TLS` is `#4-tls`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
