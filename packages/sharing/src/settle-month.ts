import { buildStatement } from './build-statement.ts'
import { checkSettlement } from './check-settlement.ts'
import { prepareSettlement } from './prepared-month.ts'
import { type SharedMonth, shareMonth } from './share-month.ts'
import type { MonthSettlement, SharingQuestion } from './sharing-model.ts'
import { sumStatements } from './sum-statements.ts'
import { listUnsettled } from './unsettled-spans.ts'

/**
 * The statements of all members that take part in a calendar month, with sums and checks. The same question gives the same
 * answer, to the last digit. `untilMs` is the present, if the month may reach beyond it. Throws `SharingError` for a group
 * that cannot be settled; unknown readings and prices make figures null or quarter-hours unsettled, and never throw.
 */
export function settleMonth(question: SharingQuestion, month: string, untilMs?: number): MonthSettlement {
  const prepared = prepareSettlement(question, month, untilMs === undefined ? {} : { untilMs })
  return settleShared(question, shareMonth(question, prepared))
}

/** The same of a month that is shared already. */
export function settleShared({ group }: SharingQuestion, shared: SharedMonth): MonthSettlement {
  const statements = shared.month.rows.map((_, place) => buildStatement(group, shared, place))
  return {
    month: shared.month.month,
    currency: shared.currency,
    statements,
    totals: sumStatements(statements, shared.currency),
    checks: checkSettlement(statements, shared, group.scheme),
    unsettled: listUnsettled(shared),
  }
}
