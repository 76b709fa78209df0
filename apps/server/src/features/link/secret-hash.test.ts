import { expect, test } from 'vitest'
import { createSecret, hashSecret, isSecretRight } from './secret-hash.ts'

test('a secret has 192 bits, in letters that need no quoting and look like no option, and none repeats', () => {
  const secrets = Array.from({ length: 2000 }, createSecret)
  for (const secret of secrets) expect(secret).toMatch(/^\w[\w-]{31}$/)
  expect(new Set(secrets).size).toBe(2000)
})

test('only the secret itself matches, and none does without a hash', () => {
  const hash = hashSecret('right')
  expect(isSecretRight('right', hash)).toBe(true)
  expect(isSecretRight('wrong', hash)).toBe(false)
  expect(isSecretRight('right', null)).toBe(false)
  expect(isSecretRight('right', hash.subarray(1))).toBe(false)
})
