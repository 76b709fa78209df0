import { escapeHtml } from '../mail/html.ts'

/** A page of our own documents as HTML: what they use of Markdown, and nothing else. Links stay words unless https. */
export function renderMarkdown(text: string): { title: string; html: string } {
  const blocks = text
    .split(/\n(?=```)|(?<=\n```)\n/)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
  const html = blocks.map((block) => renderBlock(block.trim())).join('\n')
  return { title: /^# (.+)$/m.exec(text)?.[1] ?? '', html }
}

/** The anchor of a heading: `## 4. TLS` is `#4-tls`. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function renderBlock(block: string): string {
  if (block === '') return ''
  if (block.startsWith('```')) return `<pre>${escapeHtml(block.replace(/^```\w*\n|\n?```$/g, ''))}</pre>`
  const [first = '', ...rest] = block.split('\n')
  const heading = /^(#{1,3}) (.+)$/.exec(first)
  if (heading) {
    const [, marks, words] = heading as unknown as [string, string, string]
    const tag = `h${marks.length}`
    return `<${tag} id="${anchorOf(words)}">${renderLine(words)}</${tag}>${renderBlock(rest.join('\n').trim())}`
  }
  if (/^(- |\d+\. )/.test(first)) {
    const tag = first.startsWith('- ') ? 'ul' : 'ol'
    const items = block.split(/\n(?=- |\d+\. )/).map((item) => item.replace(/^(- |\d+\. )/, ''))
    return `<${tag}>${items.map((item) => `<li>${renderLine(item)}</li>`).join('')}</${tag}>`
  }
  return `<p>${renderLine(block)}</p>`
}

function renderLine(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/&lt;(https:\/\/[^\s&]+)&gt;/g, '<a href="$1">$1</a>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, href: string) =>
      href.startsWith('https://') ? `<a href="${href}">${words}</a>` : words,
    )
}
