import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from './build-site.ts'
import { findDeadLinks, renderSitePage, type SiteSection } from './render-site-page.ts'
import type { SitePage } from './site-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'ohmstead-docs-'))
let count = 0
beforeAll(() => {
  count = buildSite(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pages = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !name.startsWith('files'),
  )
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('the site of the documents', () => {
  it('has a page for each document, every one in the menu of every other', () => {
    expect(pages()).toHaveLength(count)
    for (const name of [
      'index.html',
      'security.html',
      'runbooks/production.html',
      'decisions/0001-runtime-from-npm.html',
    ])
      expect(pages()).toContain(name)
    for (const name of pages()) {
      const menu = /<nav[\s\S]*<\/nav>/.exec(read(name))![0]
      expect(menu.match(/<a /g)).toHaveLength(count)
      expect(menu.match(/aria-current="page"/g)).toHaveLength(1)
    }
  })

  it('leads nowhere that does not exist, pictures and files included', () => {
    const dead = pages().flatMap((name) =>
      [...read(name).matchAll(/(?:href|src)="(?![a-z]+:)([^"#]*)(?:#([^"]*))?"/g)].flatMap(
        ([, path = '', anchor]) => {
          const target = path === '' ? name : join(dirname(name), path)
          if (!existsSync(join(folder, target))) return [`${name} → ${target}`]
          const isThere = anchor === undefined || read(target).includes(`id="${anchor}"`)
          return isThere ? [] : [`${name} → ${target}#${anchor}`]
        },
      ),
    )
    expect(dead).toEqual([])
  })

  it('lists what a folder holds that a page links to', () => {
    const links = [...read('files/deploy/index.html').matchAll(/href="([^"]*)"/g)].map(([, link]) => link!)
    expect(links).toContain('prometheus/prometheus.yml')
    for (const link of links) expect(existsSync(join(folder, 'files/deploy', link))).toBe(true)
  })

  it('runs no script but its own files', () => {
    for (const name of pages()) {
      expect(read(name)).toContain("default-src 'none'")
      expect(read(name)).not.toMatch(/<script(?![^>]* src="[./]*(?:minisearch|search)\.js")/)
    }
  })

  it('finds a part of a page by its words, also by their beginning', () => {
    const sections = JSON.parse(read('search.json')) as SiteSection[]
    const search = new MiniSearch<SiteSection>({ idField: 'address', fields: ['heading', 'page', 'text'] })
    search.addAll(sections)
    const find = (words: string) =>
      search.search(words, { prefix: true, combineWith: 'AND' }).map(({ id }) => id)
    expect(find('first administrator')).toContain('runbooks/production.html#6-first-administrator')
    expect(find('puback')).not.toEqual([])
    for (const { address } of sections) {
      const [name = '', anchor] = address.split('#')
      expect(read(name)).toContain(`id="${anchor}"`)
    }
  })
})

describe('a document', () => {
  const page = (file: string, address: string): SitePage => ({ file, address, group: 'x' })
  const one = page('docs/one.md', 'one.html')
  const two = page('docs/deep/two.md', 'deep/two.html')
  const known = new Map([one, two].map((entry) => [entry.file, entry]))
  const render = (from: SitePage, text: string) => renderSitePage(from, text, known)

  it('links to other documents by their pages, and to files of the repository as copies', () => {
    const { html, files } = render(
      two,
      '# Two\n[a](../one.md#b) [c](../../deploy/x.conf) [d](https://e.test/f.md)',
    )
    expect(html).toContain('href="../one.html#b"')
    expect(html).toContain('href="../files/deploy/x.conf"')
    expect(html).toContain('href="https://e.test/f.md"')
    expect(files).toEqual(['deploy/x.conf'])
  })

  it('links to a folder of documents by the first of them, not by a folder that no web server lists', () => {
    const { html, files } = render(one, '# One\n[a](deep/) [b](../deploy/)')
    expect(html).toContain('href="deep/two.html"')
    expect(files).toEqual(['deploy/'])
  })

  it('whose link leads nowhere is named', () => {
    const content = render(one, '# One\n[a](deep/two.md#nothing) [b](#one) [c](#none)')
    expect(
      findDeadLinks([
        { page: one, content },
        { page: two, content: render(two, '# Two') },
      ]),
    ).toEqual(['docs/one.md → deep/two.html#nothing', 'docs/one.md → one.html#none'])
  })

  it('has anchors as a code host makes them, each once', () => {
    expect(render(one, '# 4. TLS & `co`\n## Twice\n## Twice').anchors).toEqual([
      '4-tls--co',
      'twice',
      'twice-1',
    ])
  })

  it('shows markup in it as text', () => {
    expect(render(one, '# One\n<script>alert(1)</script>').html).not.toContain('<script>')
  })
})
