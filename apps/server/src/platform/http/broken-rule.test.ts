import { expect, test } from 'vitest'
import { z } from 'zod'
import { brokenRule } from './broken-rule.ts'

test.each([
  ['nothing given', z.string(), undefined, 'required'],
  ['null given', z.object({}), null, 'required'],
  ['text for a number', z.number(), 'x', 'double'],
  ['a number for text', z.string(), 1, 'regex'],
  ['too small a number', z.number().min(1), 0, 'min_value'],
  ['too big a number', z.number().max(1), 2, 'max_value'],
  ['too big for an integer', z.number().int(), 1e300, 'max_value'],
  ['too short a text', z.string().min(2), 'x', 'min'],
  ['too long a list', z.array(z.number()).max(1), [1, 2], 'max'],
  ['a malformed e-mail', z.email(), 'x', 'email'],
  ['a number in a query that was left out', z.object({ version: z.coerce.number() }), {}, 'required'],
  ['no number in a query', z.object({ version: z.coerce.number() }), { version: 'x' }, 'double'],
  ['none of the choices', z.enum(['a', 'b']), 'c', 'regex'],
  ['a rule named by the contract', z.string().min(1, 'required'), '', 'required'],
])('%s breaks the rule a form would name', (_, schema, value, rule) => {
  const { error } = schema.safeParse(value, { reportInput: true })
  expect(brokenRule(error!.issues[0]!, value)).toBe(rule)
})
