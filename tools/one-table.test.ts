import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Every table scrolls, prints and is announced alike: by TableFrame or FigureTable for figures, TextTable for words.

const web = fileURLToPath(new URL('../apps/web/src/', import.meta.url))
const withTables = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .filter((file) =>
    /<table\b|\bTable\b[^;]*from '@mantine\/|createElement\('table'/.test(readFileSync(web + file, 'utf8')),
  )

test('pages make no tables of their own', () => {
  expect(withTables.toSorted()).toEqual(['ui/table-frame.tsx', 'ui/text-table.tsx'])
})
