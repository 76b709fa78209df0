import { expect, test } from 'vitest'
import { findSqlConditions } from './find-sql-conditions.ts'

const find = (text: string) => findSqlConditions(text).map(({ start, end }) => text.slice(start, end).trim())

test.each([
  ['where a = 1 and b = 2 and c', ['and b = 2', 'and c']],
  ['where a and b = any($1) order by c', ['and b = any($1)']],
  ['where (a and b) or c', ['and b']],
  [
    'where a and exists (select 1 where b and c) group by d',
    ['and exists (select 1 where b and c)', 'and c'],
  ],
  ['on a = b and c = d where e', ['and c = d']],
  ['where a between 1 and 2 and b', ['and b']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code is what is searched here
  ['where a and b < ${new Date(now)}`', ['and b < ${new Date(now)}']],
  ['select brand, land', []],
])('%s', (text, conditions) => {
  expect(find(text)).toEqual(conditions)
})
