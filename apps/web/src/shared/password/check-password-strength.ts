import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs'
import { hintOf, type PasswordStrength } from './password-hint.ts'

// The dictionaries are larger than any page: this file is only loaded where a password is chosen. The library
// identifies single words and names by the names of their dictionaries.
const checker = new ZxcvbnFactory({
  dictionary: {
    'passwords-common': dictionary['passwords-common'],
    'wikipedia-words': dictionary['diceware-common'],
    firstnames: firstNames,
  },
  graphs: adjacencyGraphs,
})

/** How hard a password is to guess; `own` are words known to belong to the person. */
export function checkPasswordStrength(password: string, own: readonly string[]): PasswordStrength {
  const { score, feedback } = checker.check(
    password.slice(0, 100),
    own.filter((word) => word.length > 2),
  )
  return { score, hint: hintOf(feedback.warning), needsWords: score < 3 }
}
