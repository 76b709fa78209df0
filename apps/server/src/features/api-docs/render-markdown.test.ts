import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

test('headings have anchors, code blocks are unchanged, and text never becomes markup', () => {
  const { title, html } = renderMarkdown(
    '# How\n\n## 4. TLS\nUse `a<b` and **this**, not <b>that</b>.\n\n```sh\n# <script>\n\nls *.conf\n```\n\n<script>alert()</script>',
  )
  expect(title).toBe('How')
  expect(html).toContain('<h2 id="4-tls">4. TLS</h2>')
  expect(html).toContain('Use <code>a&lt;b</code> and <strong>this</strong>, not &lt;b&gt;that&lt;/b&gt;.')
  expect(html).toContain('# &lt;script&gt;\n\nls *.conf')
  expect(html).not.toContain('<script')
})

test('links lead only to https and other pages', () => {
  const { html } = renderMarkdown(
    '[a](https://a.example/x) [b](javascript:alert) [c](../c.md) <https://d.example> [e](backup-and-move.md#embedded) [f](f.md)',
  )
  expect(html.trim()).toBe(
    '<p><a href="https://a.example/x">a</a> b c <a href="https://d.example">https://d.example</a> ' +
      '<a href="/api/docs/backup-and-move#embedded">e</a> f</p>',
  )
})

test('the runbook has every step that the first-run page links to', () => {
  const text = readFileSync(new URL('../../../../../docs/runbooks/production.md', import.meta.url), 'utf8')
  const { html } = renderMarkdown(text)
  for (const step of [
    '2-database',
    '3-program-and-settings',
    '4-tls',
    '6-first-administrator',
    '7-mail',
    '8-backup',
    '9-watch',
  ])
    expect(html).toContain(`id="${step}"`)
})
