import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DirectoryError, makeDirectory } from './make-directory.ts'

/** Encrypts small secrets for the database; `purpose` binds each to its place, so that none works elsewhere. */
export interface SecretBox {
  seal(secret: Uint8Array, purpose: string): Buffer
  /** Throws where the key is another one or the bytes were changed. */
  open(sealed: Uint8Array, purpose: string): Buffer
}

const keyLength = 32
const nonceLength = 12
const tagLength = 16

/** With the given key, else with the one kept in `directory` (made at first use), else with one for this process. */
export async function openSecretBox(key: Uint8Array | null, directory: string | null): Promise<SecretBox> {
  return createSecretBox(key ?? (directory ? await keepKey(directory) : randomBytes(keyLength)))
}

export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== keyLength) throw new Error(`a key has ${keyLength} bytes`)
  return {
    seal: (secret, purpose) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open: (sealed, purpose) => {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength))
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(-tagLength))
      return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()])
    },
  }
}

async function keepKey(directory: string): Promise<Buffer> {
  const path = join(directory, 'secret.key')
  makeDirectory(directory)
  // Only one of several processes that start at once makes it.
  await writeFile(path, randomBytes(keyLength), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw new DirectoryError(error.message)
  })
  return readFile(path)
}
