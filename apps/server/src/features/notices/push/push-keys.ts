import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { SecretBox } from '../../../platform/keys/secret-box.ts'

/** The key pair by which push services know this platform. */
export interface PushIdentity {
  /** As browsers want it: an uncompressed point in base64url. */
  publicKey: string
  privateKey: KeyObject
}

const onlyId = 1

/** Made with the first use, by one of several processes. */
export async function getPushIdentity(db: Db, secrets: SecretBox): Promise<PushIdentity> {
  const known = await findKey(db)
  if (known) return open(known, secrets)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const bytes = privateKey.export({ format: 'der', type: 'pkcs8' })
  await db.run(sql`
    insert into push_key (id, public_key, private_key)
    values (${onlyId}, ${point.toString('base64url')}, ${secrets.seal(bytes, 'pushKey', onlyId)})
    on conflict do nothing`)
  return open((await findKey(db))!, secrets)
}

interface KeyRow {
  public_key: string
  private_key: Uint8Array
}

const findKey = (db: Db) =>
  db.row<KeyRow>(sql`select public_key, private_key from push_key where id = ${onlyId}`)

function open({ public_key, private_key }: KeyRow, secrets: SecretBox): PushIdentity {
  const key = secrets.open(private_key, 'pushKey', onlyId)
  return {
    publicKey: public_key,
    privateKey: createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' }),
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenSeconds = 12 * 3600

/** The header by which the push service of this address knows who sends (VAPID, RFC 8292). */
export function signForPush(
  { publicKey, privateKey }: PushIdentity,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: number },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + tokenSeconds,
    sub: contact,
  }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
