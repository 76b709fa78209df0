import { expect, test } from 'vitest'
import { checkNewPassword } from './check-new-password.ts'

const about = ['ana.novak@sonce.si', 'Ana', 'Novak']
const problemOf = (password: string) =>
  checkNewPassword(password, about).then(
    () => null,
    (error: { code: string }) => error.code,
  )

test.each([
  'password',
  'PASSWORD',
  'qwertyuiop',
  'Password1234!',
  '12345678',
  'abcdefghij',
  'zzzzzzzz',
  'abababab',
  '1q2w3e4r',
])('refuses %s as too common', async (password) =>
  expect(await problemOf(password)).toBe('password_too_common'),
)

test.each(['Ohmstead2026', 'my-ohmstead', 'solar-solar', 'Energija!2026'])(
  'refuses %s as derived from a word of the product',
  async (password) => expect(await problemOf(password)).toBe('password_too_common'),
)

test.each(['ana.novak@sonce.si', 'Novak2026', 'ana.novak1', 'NOVAKana'])(
  'refuses %s as derived from what is known about the person',
  async (password) => expect(await problemOf(password)).toBe('password_like_yourself'),
)

test.each(['violet kettle orbits 7 fjords', 'anabolic-thunder-lamp', 'žabja svetilka poje', 'x7#Lq9!tRw2$'])(
  'accepts %s',
  async (password) => expect(await problemOf(password)).toBe(null),
)
