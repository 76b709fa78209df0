import {
  addExact,
  type DecimalText,
  formatExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import type { MemberMoney } from '@ohmstead/sharing/sharing-model'

/** Everything that a member pays with sharing: its bill, what it pays and earns among members, and the organiser's fees. */
export function togetherOf({ shared, paid, earned, fees }: MemberMoney): DecimalText | null {
  if (shared === null || paid === null || earned === null) return null
  const bill = addExact(parseExact(shared), parseExact(fees.gross))
  return formatExact(addExact(bill, subtractExact(parseExact(paid), parseExact(earned))), 2)
}
