import { parseSerial } from './serial.ts'

/** What a serial looks like, for an empty field. */
export const serialShape = 'XXXX-XXXX-XXXX-XXXX'

/** The serial in a scanned or pasted text: alone, or in the address of the set-up as labels carry it. */
export function readSerial(text: string): { serial: string; isCheckRight: boolean } | null {
  const bare = parseSerial(text.slice(0, 200))
  if (bare) return bare
  const carried = /^https?:\/\/[^\s?#]+\/setup\/[^\s?#]+\?(?:[^\s#]*&)?serial=([^&#\s]+)/i.exec(
    text.slice(0, 2000).trim(),
  )?.[1]
  return carried ? parseSerial(carried.replaceAll('%2D', '-').replaceAll('%20', ' ')) : null
}

/** What has been typed of a serial so far, in groups of four; a longer text stays as it is. */
export function formatTypedSerial(text: string): string {
  const read = readSerial(text)
  if (read) return read.serial
  const characters = text.toUpperCase().replace(/[\s\-–—]/g, '')
  if (!/^[0-9A-Z]{0,16}$/.test(characters)) return text
  const groups = characters.match(/.{1,4}/g) ?? []
  // A dash typed after a whole group stays.
  const isGroupEnded = /[-–—\s]$/.test(text) && characters.length % 4 === 0 && groups.length % 4 !== 0
  return groups.join('-') + (isGroupEnded && groups.length > 0 ? '-' : '')
}
