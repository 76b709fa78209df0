import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../platform/random-token.ts'

// Without similar-looking letters and digits.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeCount = 10
const codeLength = 24

/** Ten codes of 118 random bits, in groups of six. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    let code = ''
    while (code.length < codeLength) {
      // Bytes above the last whole multiple would make some letters more likely.
      for (const byte of randomBytes(codeLength))
        if (byte < 256 - (256 % alphabet.length) && code.length < codeLength)
          code += alphabet[byte % alphabet.length]
    }
    return code.match(/.{6}/g)!.join('-')
  })
}

/** As stored and compared: ignores case and punctuation. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
}
