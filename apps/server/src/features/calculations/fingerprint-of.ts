import { createHash, type Hash } from 'node:crypto'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'

let ratesHash: string | undefined

/** The fingerprint of plain data and rows of numbers, and of the published rates: equal ones have equal answers. */
export function fingerprintOf(value: unknown): string {
  ratesHash ??= createHash('sha256').update(JSON.stringify(publishedRates)).digest('hex')
  const hash = createHash('sha256').update(ratesHash)
  addValue(hash, value)
  return hash.digest('base64url')
}

function addValue(hash: Hash, value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    hash
      .update(`<${value.byteLength}>`)
      .update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  } else if (typeof value === 'object' && value !== null) {
    hash.update(Array.isArray(value) ? '[' : '{')
    for (const [key, part] of Object.entries(value)) {
      hash.update(`${JSON.stringify(key)}:`)
      addValue(hash, part)
    }
    hash.update('}')
  } else hash.update(`${JSON.stringify(value) ?? '-'},`)
}
