import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { impersonalFields, splitFacts } from './split-facts.ts'

test('ids and fixed words stay with the entry; anything that may identify a person, or is unknown, is kept apart', () => {
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

test('older entries were split by the same fields', () => {
  const migration = fileURLToPath(
    new URL('../../../../apps/server/src/db/migrations/0020-audit-forgets-people.sql', import.meta.url),
  )
  const [, list = ''] = /array\[([^\]]*)\]/.exec(readFileSync(migration, 'utf8')) ?? []
  // Older entries did not record how somebody signed in, nor plans given to many locations, nor changes of many.
  const since = [
    'action',
    'category',
    'locations',
    'rule',
    'undoes',
    'way',
    'assigned',
    'locationGroupId',
    'onlyUnpriced',
    'ratePlanId',
    'memberId',
    'month',
    'scheme',
  ]
  const ofThen = impersonalFields.difference(new Set(since))
  expect(list.match(/\w+/g)?.sort()).toEqual([...ofThen].sort())
})
