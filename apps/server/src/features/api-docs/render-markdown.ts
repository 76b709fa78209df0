import { Marked } from 'marked'
import { escapeHtml } from '../mail/html.ts'

/** The documents of docs/runbooks that are pages too. */
export const runbooks = ['production', 'backup-and-move', 'scale-out'] as const

/** Links to files of the repository that are no pages lead nowhere in a browser: they stay words. */
function findAddress(href: string): string | null {
  if (href.startsWith('https://')) return href
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return runbooks.some((runbook) => runbook === name) ? `/api/docs/${name}${anchor}` : null
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
