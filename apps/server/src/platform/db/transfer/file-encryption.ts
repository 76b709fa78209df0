import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { TransferError } from './transfer-file.ts'

// Data files are encrypted in the age format (age-encryption.org/v1, scrypt and ChaCha20-Poly1305 in chunks), so `age -d`
// opens them as well. A chunk that was changed, removed or moved is detected before any of it is used.

const opening = 'age-encryption.org/v1'

export const leastPassphraseLength = 12

/** A step of a pipeline. */
export function encrypt(passphrase: string) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    yield* await encrypter.encrypt(toWeb(source))
  }
}

export async function* decrypt(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const plain = await decrypter.decrypt(toWeb(source)).catch((error: Error) => {
    throw /identity/.test(error.message) ? new TransferError('This is not the passphrase of the file') : error
  })
  yield* plain
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new TransferError(
      error.code === 'ENOENT' ? `${file} does not exist` : `${file} cannot be read: ${error.message}`,
    )
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(opening.length), 0, opening.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === opening
  } finally {
    await handle.close()
  }
}

const toWeb = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array> as globalThis.ReadableStream<Uint8Array>
