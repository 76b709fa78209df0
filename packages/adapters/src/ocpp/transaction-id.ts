/**
 * The number of a transaction of OCPP 1.6, which the server gives: made of what the station says about its beginning, so that
 * a repeated beginning gets the same one, also from another process or after a restart. 31 bits, never 0.
 */
export function createTransactionId(parts: readonly (string | number)[]): number {
  // FNV-1a
  let hash = 0x811c9dc5
  for (const byte of parts.join('\n')) hash = Math.imul(hash ^ byte.codePointAt(0)!, 0x01000193)
  return hash >>> 1 || 1
}
