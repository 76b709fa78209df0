import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { SitePage } from './site-pages.ts'

/** A part of a page under its own heading, for the search. */
export interface SiteSection {
  /** The page's address and the heading's anchor. */
  address: string
  page: string
  heading: string
  text: string
}

export interface RenderedPage {
  title: string
  html: string
  sections: SiteSection[]
  /** Files that are linked or shown and are no pages: pictures, configuration. */
  files: string[]
  /** Addresses within the site, as `page.html#anchor`. */
  links: string[]
  anchors: string[]
}

/** A document as HTML: links between documents lead to their pages, each heading has an anchor as GitHub makes it. */
export function renderSitePage(
  page: SitePage,
  text: string,
  pages: ReadonlyMap<string, SitePage>,
): RenderedPage {
  const found: RenderedPage = { title: '', html: '', sections: [], files: [], links: [], anchors: [] }
  const up = '../'.repeat(page.address.split('/').length - 1)

  function resolve(href: string): string {
    if (/^[a-z]+:/.test(href)) return href
    const [path = '', anchor] = href.split('#')
    const file = path === '' ? page.file : posix.join(posix.dirname(page.file), path)
    // A folder of documents leads to the first of them, beside which the menu shows the others: not every web server
    // lists a folder.
    const target = pages.get(file) ?? (file.endsWith('/') ? findFirstIn(file, pages) : undefined)
    if (!target) {
      found.files.push(file)
      return `${up}files/${file}`
    }
    const address = anchor === undefined ? target.address : `${target.address}#${anchor}`
    found.links.push(address)
    return up + address
  }

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const anchor = takeAnchor(plainText(tokens as Wordy[]), found.anchors)
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(resolve(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text: alt }: Tokens.Image) {
        return `<img src="${escapeHtml(resolve(href))}" alt="${escapeHtml(alt)}" loading="lazy">`
      },
      html: ({ text: raw }: Tokens.HTML | Tokens.Tag) => escapeHtml(raw),
    },
  })
  const tokens = marked.lexer(text)
  found.html = marked.parser(tokens)
  const anchors = found.anchors.values()
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText((token as Tokens.Heading).tokens as Wordy[])
      found.title ||= heading
      const address = `${page.address}#${anchors.next().value}`
      found.sections.push({ address, page: found.title, heading, text: '' })
    } else {
      const section = found.sections.at(-1)
      if (section) section.text += ` ${plainText([token as Wordy])}`
    }
  }
  return found
}

/** Links within the site whose page or heading does not exist, as `file → address`. */
export function findDeadLinks(
  pages: readonly { page: SitePage; content: Pick<RenderedPage, 'links' | 'anchors'> }[],
): string[] {
  const known = new Set(
    pages.flatMap(({ page, content }) => [
      page.address,
      ...content.anchors.map((anchor) => `${page.address}#${anchor}`),
    ]),
  )
  return pages.flatMap(({ page, content }) =>
    content.links.filter((link) => !known.has(link)).map((link) => `${page.file} → ${link}`),
  )
}

function findFirstIn(folder: string, pages: ReadonlyMap<string, SitePage>): SitePage | undefined {
  return [...pages.values()].find(({ file }) => file.startsWith(folder))
}

/** What of a token may hold words. */
interface Wordy {
  text?: string
  tokens?: Wordy[]
  items?: Wordy[]
  header?: Wordy[]
  rows?: Wordy[][]
}

/** The words of tokens, without their marks. */
function plainText(tokens: readonly Wordy[]): string {
  return tokens
    .map(({ text = '', tokens: inner, items, header, rows }) => {
      if (inner) return plainText(inner)
      const parts = items ?? (header && rows ? [header, ...rows].flat() : null)
      return parts ? parts.map((part) => plainText([part])).join(' ') : text
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `4. TLS & co` is `4-tls--co`, and a second one `4-tls--co-1`. */
function takeAnchor(heading: string, taken: string[]): string {
  const plain = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
  let anchor = plain
  for (let count = 1; taken.includes(anchor); count++) anchor = `${plain}-${count}`
  taken.push(anchor)
  return anchor
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
