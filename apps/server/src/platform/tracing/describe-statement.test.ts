import { expect, test } from 'vitest'
import { describeStatement } from './describe-statement.ts'

test.each([
  ['select id from location where name = $1', 'select location'],
  ['\n    insert into mail (id)\n    values ($1)', 'insert mail'],
  ['update controller c set online = true', 'update controller'],
  ['delete from session where id = 7', 'delete session'],
  ['with x as (select 1) select * from x join job on true', 'with x'],
  ['begin', 'begin'],
  ["select pg_notify('live', 'secret')", 'select'],
  ['', 'other'],
])('%j is %s', (text, name) => {
  const described = describeStatement(text)
  expect(described.name).toBe(name)
  expect(JSON.stringify(described)).not.toMatch(/secret|\$1|= 7/)
})
