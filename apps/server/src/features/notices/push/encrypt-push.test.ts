import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { arePushKeys, encryptPush } from './encrypt-push.ts'
import { signForPush } from './push-keys.ts'

const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const auth = 'BTBZMqHH6r4Tts7J_aSIgg'

test('a message is encrypted as the example of RFC 8291 is', () => {
  const body = encryptPush(
    'When I grow up, I want to be a watermelon',
    { p256dh, auth },
    {
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    },
  )
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('each message has a key of its own', () => {
  expect(encryptPush('x', { p256dh, auth }).equals(encryptPush('x', { p256dh, auth }))).toBe(false)
})

test('keys of a browser are a point of the curve and 16 bytes', () => {
  expect(arePushKeys({ p256dh, auth })).toBe(true)
  expect(arePushKeys({ p256dh, auth: auth.slice(4) })).toBe(false)
  expect(arePushKeys({ p256dh: p256dh.slice(4), auth })).toBe(false)
  expect(arePushKeys({ p256dh: `BB${p256dh.slice(2)}`, auth })).toBe(false)
})

test('a push service can tell who sends, for itself and for twelve hours only', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const identity = { publicKey: 'BPub', privateKey }
  const now = Date.UTC(2026, 5, 1)
  const header = signForPush(identity, {
    ...{ endpoint: 'https://push.example:8443/send/abc?x=1', contact: 'mailto:ops@test.si', now },
  })
  const [, head = '', claims = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=(\w+)$/.exec(header) ?? []
  expect(key).toBe('BPub')
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    ...{ aud: 'https://push.example:8443', exp: now / 1000 + 43_200, sub: 'mailto:ops@test.si' },
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const publicKey = createPublicKey(privateKey)
  const given = Buffer.from(signature, 'base64url')
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given)).toBe(true)
})
