import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs'
import { hintOf, type PasswordStrength } from './password-hint.ts'

// The dictionaries weigh more than any page: this file is only ever fetched where a password is chosen. The library
// tells single words and names by what their dictionaries are called.
const checker = new ZxcvbnFactory({
  dictionary: {
    'passwords-common': dictionary['passwords-common'],
    'wikipedia-words': dictionary['diceware-common'],
    firstnames: firstNames,
  },
  graphs: adjacencyGraphs,
})

/** How hard a password is to guess; `own` are words that the person is known by. */
export function checkPasswordStrength(password: string, own: readonly string[]): PasswordStrength {
  const { score, feedback } = checker.check(
    password.slice(0, 100),
    own.filter((word) => word.length > 2),
  )
  return { score, hint: hintOf(feedback.warning), needsWords: score < 3 }
}
