/** CRC-16/ARC (reflected 0xA001, start 0), as P1 meters print it in hexadecimal after the `!`. */
export function crc16Arc(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}
