import { expect, test } from 'vitest'
import { connectionOptions, senderAddress } from './create-smtp-sender.ts'

test('a password is only sent encrypted', () => {
  const withPassword = connectionOptions('smtp://ohm:s%C5%A1%40@mail.sonce.si')
  expect(withPassword).toEqual({
    host: 'mail.sonce.si',
    port: 587,
    secure: false,
    requireTLS: true,
    auth: { user: 'ohm', pass: 'sš@' },
  })
  expect(connectionOptions('smtp://ohm:secret@127.0.0.1:2525')).toMatchObject({
    port: 2525,
    requireTLS: false,
  })
  expect(connectionOptions('smtps://ohm:secret@mail.sonce.si')).toMatchObject({
    port: 465,
    secure: true,
    requireTLS: false,
  })
})

test('without a password, encryption is opportunistic', () => {
  expect(connectionOptions('smtp://mail.sonce.si:25')).toEqual({
    host: 'mail.sonce.si',
    port: 25,
    secure: false,
    requireTLS: false,
  })
})

test.each([
  [{ mailFrom: 'cloud@sonce.si', publicUrl: 'https://ohm.example' }, 'cloud@sonce.si'],
  [{ mailFrom: null, publicUrl: 'https://ohm.example:8443' }, 'no-reply@ohm.example'],
  [{ mailFrom: null, publicUrl: 'http://127.0.0.1:8080' }, 'no-reply@localhost.localdomain'],
  [{ mailFrom: null, publicUrl: 'http://localhost:8080' }, 'no-reply@localhost.localdomain'],
])('%j sends from %s', (settings, address) => {
  expect(senderAddress(settings)).toBe(address)
})
