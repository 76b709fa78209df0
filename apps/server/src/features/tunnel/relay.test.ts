import { expect, test } from 'vitest'
import { createSecretBox } from '../../platform/keys/secret-box.ts'
import { createPass, readPass } from './relay.ts'

const secrets = createSecretBox(Buffer.alloc(32, 7))

test('a pass between processes is good for its tunnel, for a quarter of a minute', () => {
  const pass = createPass(secrets, 5, 1000)
  expect(readPass(secrets, pass, 15_999)).toBe(5)
  expect(readPass(secrets, pass, 16_000)).toBeNull()
  expect(readPass(secrets, pass.replace('5.', '6.'), 1000)).toBeNull()
  expect(readPass(createSecretBox(Buffer.alloc(32, 8)), pass, 1000)).toBeNull()
  expect(readPass(secrets, 'nothing', 1000)).toBeNull()
})
