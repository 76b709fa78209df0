import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { impersonalFields, splitFacts } from './split-facts.ts'

test('ids and chosen words stay with the entry; what may be somebody is kept apart, and so is what nobody thought of', () => {
  expect(
    splitFacts({ id: 7, role: 'ROLE_USER', way: 'passkey', name: 'Ana', eimm: '3-1', novelty: 1 }),
  ).toEqual({
    impersonal: { id: 7, role: 'ROLE_USER', way: 'passkey' },
    personal: { name: 'Ana', eimm: '3-1', novelty: 1 },
  })
  expect(splitFacts({ view: true })).toEqual({ impersonal: { view: true }, personal: null })
  expect(splitFacts({})).toEqual({ impersonal: null, personal: null })
  expect(splitFacts(null)).toEqual({ impersonal: null, personal: null })
})

test('entries of before were taken apart by the same fields', () => {
  const migration = fileURLToPath(
    new URL('../../../../apps/server/src/db/migrations/0020-audit-forgets-people.sql', import.meta.url),
  )
  const [, list = ''] = /array\[([^\]]*)\]/.exec(readFileSync(migration, 'utf8')) ?? []
  // No entry of then said which way somebody signed in.
  const ofThen = impersonalFields.difference(new Set(['way']))
  expect(list.match(/\w+/g)?.sort()).toEqual([...ofThen].sort())
})
