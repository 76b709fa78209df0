import { createHash } from 'node:crypto'

const timeoutMs = 120_000

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Addresses of a command are used only if they are as protected as the link that it came by. */
function checkAddress(url: unknown, linkUrl: string): string {
  const { protocol } = new URL(String(url))
  const isProtected = /^(?:mqtts|wss):/.test(linkUrl)
  if (protocol !== 'https:' && (isProtected || protocol !== 'http:'))
    throw new Error('the address is not protected by TLS')
  return String(url)
}

/** Sends a backup to the address that works once. */
export async function sendBackup(url: unknown, linkUrl: string, bytes: Buffer): Promise<void> {
  const answer = await fetch(checkAddress(url, linkUrl), {
    method: 'PUT',
    headers: {
      'content-type': 'application/octet-stream',
      'content-digest': `sha-256=:${hashOf(bytes).toString('base64')}:`,
    },
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the cloud refused it with ${answer.status} ${text.slice(0, 200)}`)
}

/** Fetches what a restore is to put back, and no byte more than was announced. */
export async function fetchBackup(
  url: unknown,
  linkUrl: string,
  { sha256, size }: { sha256: unknown; size: unknown },
): Promise<Buffer> {
  const answer = await fetch(checkAddress(url, linkUrl), { signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok || !answer.body) throw new Error(`the cloud answered ${answer.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    if (bytes > Number(size)) break
    chunks.push(chunk)
  }
  const content = Buffer.concat(chunks)
  if (bytes !== size || hashOf(content).toString('hex') !== sha256)
    throw new Error('what arrived is not what was announced')
  return content
}
