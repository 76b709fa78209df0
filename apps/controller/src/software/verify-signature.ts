import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An image that is not for this controller, or not from who may sign for it. */
export class ImageRefused extends Error {}

export const hasOpenssl = () => spawnSync('openssl', ['version']).status === 0

/**
 * Asks OpenSSL, as SWUpdate does, whether the owner of a pinned certificate has signed this. Certificates that come with the
 * signature and those of the system count for nothing.
 */
export function verifySignature(
  description: Uint8Array,
  signature: Uint8Array,
  { certificateFile, folder }: { certificateFile: string; folder: string },
): void {
  const [content, signed] = [join(folder, 'sw-description'), join(folder, 'sw-description.sig')]
  writeFileSync(content, description)
  writeFileSync(signed, signature)
  const input = ['-binary', '-inform', 'DER', '-in', signed, '-content', content, '-out', '/dev/null']
  const pinned = ['-nointern', '-certfile', certificateFile, '-CAfile', certificateFile]
  const only = ['-no-CApath', '-no-CAstore', '-partial_chain', '-purpose', 'any']
  try {
    execFileSync('openssl', ['cms', '-verify', ...input, ...pinned, ...only], {
      stdio: 'pipe',
      timeout: 30_000,
    })
  } catch (error) {
    // Without the program, or without time for it, nothing is said about the image.
    if (typeof (error as { status?: unknown }).status !== 'number') throw error
    throw new ImageRefused('it is not signed by the owner of the certificate that this controller trusts')
  }
}
