import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** By what a browser decrypts: its public key and the secret that it shares with us, both in base64url. */
export interface PushKeys {
  p256dh: string
  auth: string
}

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** The body of a push message, by RFC 8291: one record of aes128gcm that only this browser can read. */
export function encryptPush(
  text: string,
  { p256dh, auth }: PushKeys,
  // Of each message its own; given only by the test that follows the standard's example.
  given: { salt?: Uint8Array; privateKey?: Uint8Array } = {},
): Buffer {
  const salt = given.salt ?? randomBytes(16)
  const own = createECDH('prime256v1')
  if (given.privateKey) own.setPrivateKey(given.privateKey)
  else own.generateKeys()
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = own.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const key = derive(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  // 2 ends the last record; there is only one.
  const sealed = [
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(4096)
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, ...sealed])
}

/** Whether a browser's keys are what they should be: a point on the curve, and 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65) return false
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}
