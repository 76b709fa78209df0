// Serials are XXXX-XXXX-XXXX-XXXX in Crockford's base 32 (no I, L, O, U): 15 random characters and a check character.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** How many random bytes a serial needs. */
export const serialRandomBytes = 15

/** A serial from 15 random bytes (five bits of each are used). */
export function createSerial(random: Uint8Array): string {
  if (random.length !== serialRandomBytes)
    throw new RangeError(`a serial needs ${serialRandomBytes} random bytes`)
  let characters = ''
  for (const byte of random) characters += alphabet[byte & 31]
  return group(characters + calculateCheckCharacter(characters))
}

/**
 * Parses a serial as a person types it: lower case, missing or different dashes and spaces, I and L for 1, O for 0.
 * Null if it is not 16 characters of the alphabet. A wrong check character still yields a serial, since it may only
 * indicate a typing mistake.
 */
export function parseSerial(text: string): { serial: string; isCheckRight: boolean } | null {
  const characters = text
    .toUpperCase()
    .replace(/[\s\-–—]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(characters)) return null
  const isCheckRight = calculateCheckCharacter(characters.slice(0, 15)) === characters[15]
  return { serial: group(characters), isCheckRight }
}

function group(characters: string): string {
  return characters.match(/.{4}/g)!.join('-')
}

/** Luhn's algorithm modulo 32: detects every single wrong character and nearly every swap of neighbours. */
function calculateCheckCharacter(characters: string): string {
  let sum = 0
  for (let index = 0; index < characters.length; index++) {
    const value = alphabet.indexOf(characters[characters.length - 1 - index]!)
    const weighted = index % 2 === 0 ? value * 2 : value
    sum += Math.floor(weighted / 32) + (weighted % 32)
  }
  return alphabet[(32 - (sum % 32)) % 32]!
}
