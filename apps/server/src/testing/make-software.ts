import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SoftwareSigner {
  certificate: string
  certificateFile: string
  keyFile: string
  remove(): void
}

/** A key that signs images, with its certificate, made by openssl. */
export function makeSigner(name = 'Test signer'): SoftwareSigner {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-signer-'))
  const [certificateFile, keyFile] = [join(folder, 'signer.pem'), join(folder, 'signer.key')]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile]
  const extensions = ['-addext', 'keyUsage=digitalSignature', '-addext', 'extendedKeyUsage=emailProtection']
  run('req', '-x509', ...newKey, '-out', certificateFile, '-days', '2', '-subj', `/CN=${name}`, ...extensions)
  return {
    certificate: readFileSync(certificateFile, 'utf8'),
    certificateFile,
    keyFile,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A signature as people make it for SWUpdate. */
export function sign(content: Uint8Array, { certificateFile, keyFile }: SoftwareSigner): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-sign-'))
  const [input, output] = [join(folder, 'in'), join(folder, 'out')]
  writeFileSync(input, content)
  const signer = ['-signer', certificateFile, '-inkey', keyFile]
  run('cms', '-sign', '-in', input, '-out', output, ...signer, '-outform', 'DER', '-nosmimecap', '-binary')
  const signature = readFileSync(output)
  rmSync(folder, { recursive: true, force: true })
  return signature
}

const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })

export interface MadeFile {
  name: string
  content: Buffer
  /** Where SWUpdate puts it. */
  path?: string
}

/** The description of an image with files. */
export function describeSoftware(
  version: string,
  files: readonly MadeFile[],
  hardware: readonly string[] = [],
): string {
  const list = files.map(
    ({ name, content, path = `/tmp/${name}` }) =>
      `{ filename = "${name}"; path = "${path}"; sha256 = "${createHash('sha256').update(content).digest('hex')}"; }`,
  )
  const compatible = hardware.map((revision) => `"${revision}"`).join(', ')
  return `software =
{
  version = "${version}";
  ${hardware.length > 0 ? `hardware-compatibility: [ ${compatible} ];` : ''}
  files: ( ${list.join(', ')} );
}
`
}

/** A signed image. */
export function makeSoftware(
  signer: SoftwareSigner,
  {
    version,
    files,
    hardware = [],
  }: { version: string; files: readonly MadeFile[]; hardware?: readonly string[] },
): Buffer {
  const description = Buffer.from(describeSoftware(version, files, hardware))
  return packArchive([
    { name: 'sw-description', content: description },
    { name: 'sw-description.sig', content: sign(description, signer) },
    ...files,
  ])
}

/** A cpio archive in the form `crc`. */
export function packArchive(files: readonly { name: string; content: Uint8Array }[]): Buffer {
  const parts = [...files, { name: 'TRAILER!!!', content: new Uint8Array(0) }].map(
    ({ name, content }, index) => {
      const sum = content.reduce((total, byte) => (total + byte) >>> 0, 0)
      const fields = [index + 1, 0o100644, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length + 1, sum]
      const header = `070702${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`
      return Buffer.concat([pad(Buffer.from(header)), pad(content)])
    },
  )
  const whole = Buffer.concat(parts)
  return Buffer.concat([whole, Buffer.alloc((512 - (whole.length % 512)) % 512)])
}

const pad = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
