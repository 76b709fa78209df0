import { createHash, type X509Certificate } from 'node:crypto'
import type { imageRefusals } from '@ohmstead/contract/updates'
import { ArchiveError, createArchiveReader } from '@ohmstead/domain/software/read-archive'
import { type ImageDescription, readDescription } from '@ohmstead/domain/software/read-description'
import { findSigner } from './check-signature.ts'

const description = 'sw-description'
const signature = 'sw-description.sig'
const mostDescriptionBytes = 256 * 1024

export interface Inspected {
  version: string
  hardware: string[]
  signer: string
  sha1: string
  md5: string
  sha256: string
}

/** Why an image is not taken. */
export class ImageRefusal extends Error {
  readonly reason: (typeof imageRefusals)[number]

  constructor(reason: ImageRefusal['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}

/**
 * Reads a whole image once: the signature of its description, by one of the trusted certificates, and against that the
 * hash of every file in it, so that nothing comes in that a controller would refuse. Throws `ImageRefusal`.
 */
export async function inspectImage(
  pieces: AsyncIterable<Uint8Array>,
  { trusted, now }: { trusted: readonly X509Certificate[]; now: number },
): Promise<Inspected> {
  const hashes = { sha1: createHash('sha1'), md5: createHash('md5'), sha256: createHash('sha256') }
  const small: Record<string, Buffer[]> = { [description]: [], [signature]: [] }
  const seen = new Set<string>()
  let described: ImageDescription | null = null
  let signer = ''
  let fileHash = createHash('sha256')

  function endOfFile({ name }: { name: string }): void {
    if (name === description) return
    if (name === signature) {
      const text = Buffer.concat(small[description]!)
      const found = findSigner(Buffer.concat(small[signature]!), text, trusted, now)
      if (!found)
        throw new ImageRefusal(
          'not_trusted',
          'its signature was not made with one of the trusted certificates',
        )
      signer = found.subject.replaceAll('\n', ', ')
      described = readDescription(text.toString())
      return
    }
    const wanted = described!.files.get(name)
    if (wanted === undefined) throw new ImageRefusal('wrong_hash', `${name} is not in sw-description`)
    if (wanted !== fileHash.digest('hex'))
      throw new ImageRefusal('wrong_hash', `${name} is not what sw-description says`)
  }

  const reader = createArchiveReader({
    entry({ name, size }) {
      if (seen.has(name)) throw new ArchiveError(`it holds ${name} twice`)
      if (seen.size === 0 && name !== description)
        throw new ArchiveError('its first file is not sw-description')
      if (seen.size === 1 && name !== signature)
        throw new ImageRefusal('not_signed', 'sw-description.sig does not follow sw-description')
      seen.add(name)
      if (name in small && size > mostDescriptionBytes) throw new ArchiveError(`${name} is too long`)
      fileHash = createHash('sha256')
    },
    bytes(chunk) {
      const kept = seen.size <= 2 ? small[[description, signature][seen.size - 1]!]! : null
      if (kept) kept.push(Buffer.from(chunk))
      else fileHash.update(chunk)
    },
    end: endOfFile,
  })
  try {
    for await (const piece of pieces) {
      for (const hash of Object.values(hashes)) hash.update(piece)
      reader.push(piece)
    }
    reader.finish()
    if (described === null) throw new ImageRefusal('not_signed', 'it has no signature')
    const { version, hardware, files } = described as ImageDescription
    const missing = [...files.keys()].find((name) => !seen.has(name))
    if (missing !== undefined) throw new ArchiveError(`it lacks ${missing}`)
    const [sha1, md5, sha256] = [hashes.sha1, hashes.md5, hashes.sha256].map((hash) => hash.digest('hex'))
    return { version, hardware, signer, sha1: sha1!, md5: md5!, sha256: sha256! }
  } catch (error) {
    if (error instanceof ArchiveError) throw new ImageRefusal('not_an_image', error.message)
    throw error
  }
}
