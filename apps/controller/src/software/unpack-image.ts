import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ArchiveError, createArchiveReader } from '@ohmstead/domain/software/read-archive'
import { type ImageDescription, readDescription } from '@ohmstead/domain/software/read-description'
import { syncFolder, writeWhole } from '../write-whole.ts'
import { entryName } from './software-state.ts'
import { ImageRefused, verifySignature } from './verify-signature.ts'

const first = ['sw-description', 'sw-description.sig']
const mostDescriptionBytes = 256 * 1024

/**
 * Unpacks an image into a new folder, and returns its version. Not a byte of its files is written before its signature and
 * what it says of the hardware are right. Throws `ImageRefused`.
 */
export async function unpackImage(
  file: string,
  { into, certificateFile, hardware }: { into: string; certificateFile: string; hardware: string },
): Promise<string> {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true, mode: 0o700 })
  const small: Buffer[][] = [[], []]
  const seen: string[] = []
  let described = null as ImageDescription | null
  let hash = createHash('sha256')
  let output: number | null = null

  function checkDescription(): void {
    const [text, signature] = small.map((parts) => Buffer.concat(parts))
    verifySignature(text!, signature!, { certificateFile, folder: into })
    for (const name of first) rmSync(join(into, name))
    described = readDescription(text!.toString())
    if (described.hardware.length > 0 && !described.hardware.includes(hardware))
      throw new ImageRefused(`it is for ${described.hardware.join(', ')}, not for ${hardware}`)
    for (const name of described.files.keys())
      if (!/^\w[\w.-]{0,99}$/.test(name) || name === 'package.json')
        throw new ImageRefused(`${name} is no name of a file of this program`)
    if (!described.files.has(entryName)) throw new ImageRefused(`it holds no ${entryName}`)
  }

  const reader = createArchiveReader({
    entry({ name, size }) {
      const place = seen.length
      if (seen.includes(name)) throw new ImageRefused(`it holds ${name} twice`)
      seen.push(name)
      if (place < first.length) {
        if (name !== first[place]) throw new ImageRefused(`${first[place]} is not where it must be`)
        if (size > mostDescriptionBytes) throw new ImageRefused(`${name} is too long`)
        return
      }
      if (!described?.files.has(name)) throw new ImageRefused(`${name} is not in sw-description`)
      hash = createHash('sha256')
      output = openSync(join(into, name), 'wx', 0o600)
    },
    bytes(chunk) {
      if (output === null) {
        small[seen.length - 1]!.push(Buffer.from(chunk))
        return
      }
      hash.update(chunk)
      for (let at = 0; at < chunk.length; ) at += writeSync(output, chunk, at)
    },
    end({ name }) {
      if (seen.length === first.length) checkDescription()
      if (output === null) return
      fsyncSync(output)
      closeSync(output)
      output = null
      if (hash.digest('hex') !== described!.files.get(name))
        throw new ImageRefused(`${name} is not what sw-description says`)
    },
  })
  try {
    for await (const piece of createReadStream(file)) reader.push(piece as Buffer)
    reader.finish()
    const { version, files } = described ?? refuse('it is not signed')
    for (const name of files.keys()) if (!seen.includes(name)) refuse(`it lacks ${name}`)
    if (!/^[A-Za-z0-9][\w.+~-]*$/.test(version)) refuse('its version cannot be the name of a folder')
    writeWhole(join(into, 'package.json'), `${JSON.stringify({ type: 'module', version })}\n`)
    syncFolder(into)
    return version
  } catch (error) {
    if (output !== null) closeSync(output)
    rmSync(into, { recursive: true, force: true })
    throw error instanceof ArchiveError ? new ImageRefused(error.message) : error
  }
}

function refuse(text: string): never {
  throw new ImageRefused(text)
}
