import { createHash } from 'node:crypto'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import type { CalculationInput } from './calculation-task.ts'

let ratesHash: string | undefined

/** The fingerprint of everything that decides an answer, including the published rates: equal ones have equal answers. */
export function fingerprint({ series, ...rest }: CalculationInput): string {
  ratesHash ??= createHash('sha256').update(JSON.stringify(publishedRates)).digest('hex')
  const hash = createHash('sha256').update(ratesHash)
  hash.update(JSON.stringify([series.firstStartMs, series.importMilliWh.length, rest]))
  hash.update(bytesOf(series.importMilliWh)).update(series.isEstimated)
  if (series.exportMilliWh) hash.update(bytesOf(series.exportMilliWh))
  return hash.digest('base64url')
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)
