import { Marked } from 'marked'
import { escapeHtml } from '../mail/html.ts'

// Links to files of the repository lead nowhere in a browser: they stay words.
const marked = new Marked({
  renderer: {
    heading({ tokens, text, depth }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      return href.startsWith('https://') ? `<a href="${escapeHtml(href)}">${words}</a>` : words
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
