import { includesRole, type Role } from './role.ts'

/** What the platform requires of people who run companies or the platform itself. */
export interface SecondFactorRule {
  /** They have this many days from `since`, or from the day their account was created. */
  days: number
  since: number
}

const dayMs = 86_400_000

/** From when somebody needs a second factor to continue; null if never. */
export function findSecondFactorDue(
  rule: SecondFactorRule | null,
  { role, hasSecondFactor, openedAt }: { role: Role; hasSecondFactor: boolean; openedAt: number },
): number | null {
  if (!rule || hasSecondFactor || !includesRole(role, 'ROLE_AGGREGATOR')) return null
  return Math.max(rule.since, openedAt) + rule.days * dayMs
}
