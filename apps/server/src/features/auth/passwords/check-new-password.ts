import { AppError } from '../../../platform/app-error.ts'
import { contextWords } from './context-words.ts'

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Refuses a password that anybody would try first: one of the 49,000 most common of known breaches (also in other
 * cases, or with digits and signs appended), one derived from a word of the product or its trade, or one derived from
 * what is known about the person.
 * Throws `password_too_common` or `password_like_yourself`.
 */
export async function checkNewPassword(password: string, about: readonly string[]): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase()
  common ??= loadCommonPasswords()
  const list = await common
  const core = plain.replace(/^[\d\W_]+|[\d\W_]+$/gu, '')
  if (
    list.has(plain) ||
    (core !== '' && plain.length - core.length <= 6 && list.has(core)) ||
    isMonotone(plain) ||
    isMadeOf(plain, contextWords)
  )
    throw new AppError('password_too_common', { fields: { password: 'is_not' } })
  if (isLikePerson(plain, about))
    throw new AppError('password_like_yourself', { fields: { password: 'is_not' } })
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** One or two characters over and over, or a run such as 12345678 or abcdefgh. */
function isMonotone(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0)!)
  if (new Set(codes).size <= 2) return true
  const steps = new Set(codes.slice(1).map((code, index) => code - codes[index]!))
  return steps.size === 1
}

/** A name or the local part of the e-mail, or all of it, that makes up at least half of the password. */
function isLikePerson(password: string, about: readonly string[]): boolean {
  const known = about.flatMap((text) => {
    const lower = text.normalize('NFKC').toLowerCase()
    return [lower, ...lower.split(/[\s@._+-]+/)]
  })
  return isMadeOf(password, known)
}

const isMadeOf = (password: string, words: readonly string[]) =>
  words.some((word) => word.length >= 3 && password.replaceAll(word, '').length * 2 <= password.length)
