import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Each server resource is described in one place of the browser: whoever fetches it, and whoever reports a change,
// use the same query.

const web = fileURLToPath(new URL('../apps/web/src/', import.meta.url))
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => [file, readFileSync(web + file, 'utf8')] as const)

test('a key is written only where its query is described', () => {
  const described = /ueryOptions\(\{\s*queryKey: \[\s*'[^']+'/g
  const written = /queryKey: \[\s*'|(?:set|get)Quer(?:y|ies)Data\(\s*\[/g
  expect(sources.flatMap(([, text]) => text.match(described) ?? []).length).toBeGreaterThan(15)
  expect(
    sources.filter(([, text]) => (text.match(written) ?? []).length > (text.match(described) ?? []).length),
  ).toEqual([])
})

test('each is described once', () => {
  const keys = sources.flatMap(([, text]) =>
    [...text.matchAll(/ueryOptions\(\{\s*queryKey: \[([^\]]*)\]/g)].map(([, key]) =>
      key!.replace(/\s+/g, ' '),
    ),
  )
  expect([...Map.groupBy(keys, (key) => key)].filter(([, same]) => same.length > 1)).toEqual([])
})
