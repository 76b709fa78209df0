import { buildStatement } from './build-statement.ts'
import { checkSettlement } from './check-settlement.ts'
import { type PreparedMonth, prepareSettlement } from './prepared-month.ts'
import { shareMonth } from './share-month.ts'
import type { MonthSettlement, SharingQuestion } from './sharing-model.ts'
import { sumStatements } from './sum-statements.ts'
import { listUnsettled } from './unsettled-spans.ts'

/**
 * The statements of all members that take part in a calendar month, with sums and checks. The same question gives the same
 * answer, to the last digit. `untilMs` is the present, if the month may reach beyond it. Throws `SharingError` for a group
 * that cannot be settled; unknown readings and prices make figures null or quarter-hours unsettled, and never throw.
 */
export function settleMonth(question: SharingQuestion, month: string, untilMs?: number): MonthSettlement {
  return settlePrepared(question, prepareSettlement(question, month, untilMs))
}

/** The same of a month that is prepared: for several keys or prices of one group. */
export function settlePrepared(question: SharingQuestion, prepared: PreparedMonth): MonthSettlement {
  const shared = shareMonth(question, prepared)
  const statements = shared.month.rows.map((_, place) => buildStatement(question.group, shared, place))
  return {
    month: prepared.month.month,
    currency: prepared.currency,
    statements,
    totals: sumStatements(statements, prepared.currency),
    checks: checkSettlement(statements, shared, question.group.scheme),
    unsettled: listUnsettled(shared),
  }
}
