import { expect, test } from 'vitest'
import { nameAdvised } from './name-advised.ts'

test.each([
  ['change', 'optimised'],
  ['keep', 'current'],
  ['inUseUnknown', null],
  ['in_use_unknown', null],
  [null, null],
] as const)('the advice %s recommends %s', (kind, choice) => expect(nameAdvised(kind)).toBe(choice))
