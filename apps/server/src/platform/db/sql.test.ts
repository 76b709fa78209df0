import { expect, test } from 'vitest'
import { rawSql, sql } from './sql.ts'

test('values become parameters and never text', () => {
  const evil = "'; drop table company; --"
  expect(sql`select ${1}, ${evil}`).toMatchObject({ text: 'select $1, $2', params: [1, evil] })
})

test('a nested statement keeps its parameters in order', () => {
  const part = sql`b = ${'b'} and c = ${'c'}`
  expect(sql`a = ${'a'} and ${part} and d = ${'d'}`).toMatchObject({
    text: 'a = $1 and b = $2 and c = $3 and d = $4',
    params: ['a', 'b', 'c', 'd'],
  })
})

test('raw text is inserted unchanged', () => {
  expect(sql`select * from ${rawSql('company')} where id = ${3}`).toMatchObject({
    text: 'select * from company where id = $1',
    params: [3],
  })
})

test('an object that looks like a statement stays a value', () => {
  const forged = { text: 'drop table company', params: [] }
  expect(sql`select ${forged}`).toMatchObject({ text: 'select $1', params: [forged] })
})
