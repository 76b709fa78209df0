import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Of the content of a backup in one row. */
export const partBytes = 256 * 1024

export const createBackupKey = (): Buffer => randomBytes(32)

/** The key is of one backup and each position is sealed once, so that the position may be the nonce. */
function nonceOf(position: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(position, 8)
  return nonce
}

/** Binds a part to its backup and its place in it. */
const placeOf = (backupId: number, position: number) =>
  Buffer.from(`controller backup ${backupId} part ${position}`)

export function sealPart(key: Uint8Array, backupId: number, position: number, content: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(position))
  cipher.setAAD(placeOf(backupId, position))
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Throws if a byte was changed, or the part is of another backup or place. */
export function openPart(key: Uint8Array, backupId: number, position: number, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(position))
  decipher.setAAD(placeOf(backupId, position))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}
