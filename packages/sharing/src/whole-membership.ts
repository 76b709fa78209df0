import type { SharingGroupTerms, SharingKey } from '@ohmstead/domain/sharing/sharing-terms'
import type { SharingQuestion } from './sharing-model.ts'

const firstOfDays = '0001-01-01'

/** Everybody takes part in everything: what has been agreed so far does not count. */
export function asMembersAlways({ group, members, ...rest }: SharingQuestion): SharingQuestion {
  const always = { validFrom: firstOfDays, validTo: null }
  const terms: SharingGroupTerms = { ...group, validFrom: firstOfDays }
  return { ...rest, group: terms, members: members.map((member) => ({ ...member, ...always })) }
}

/** The same with one key for all days. */
export const withKey = (question: SharingQuestion, key: SharingKey): SharingQuestion => ({
  ...question,
  keys: [{ validFrom: firstOfDays, key }],
})
