import { generateKeyPairSync } from 'node:crypto'

export interface SshKey {
  /** As a file of OpenSSH. */
  privateFile: string
  /** One line, without a comment. */
  publicLine: string
}

const field = (value: Buffer | string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint32(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A key of Ed25519 in the format of OpenSSH: the client of Debian 12 reads no other for it. */
export function createSshKey(): SshKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d, x } = privateKey.export({ format: 'jwk' })
  const [seed, point] = [Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')]
  const publicBlob = Buffer.concat([field('ssh-ed25519'), field(point)])
  // Twice the same number shows a reader with a passphrase that it was right; here there is none.
  const check = point.subarray(0, 4)
  const fields = [check, check, publicBlob, field(Buffer.concat([seed, point])), field('')]
  const length = fields.reduce((sum, { length }) => sum + length, 0)
  const padding = Buffer.from(Array.from({ length: (8 - (length % 8)) % 8 }, (_, index) => index + 1))
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...[field('none'), field('none'), field(''), uint32(1), field(publicBlob)],
    field(Buffer.concat([...fields, padding])),
  ])
  const lines = body.toString('base64').replace(/.{70}/g, '$&\n')
  return {
    privateFile: `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`,
    publicLine: `ssh-ed25519 ${publicBlob.toString('base64')}`,
  }
}
