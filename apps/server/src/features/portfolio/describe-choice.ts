import type { PowersChosen } from '../calculations/choose-powers.ts'
import type { PortfolioFigures } from './portfolio-queries.ts'

const monthsPerYear = 12

/** One line of the table from what was chosen for a point. */
export function describeChoice(
  chosen: PowersChosen,
  userGroup: number | null,
): Omit<PortfolioFigures, 'so_far'> {
  const { answer, comparison, readings } = chosen
  const choiceOf = (name: string) => comparison?.choices.find((choice) => choice.name === name) ?? null
  const [current, best] = [choiceOf('current'), comparison && choiceOf(comparison.cheapest)]
  const saving = comparison?.savingEur ?? null
  const months = answer?.months.length ?? 0
  return {
    user_group: userGroup,
    connection_power_kw: chosen.connectionPowerKw,
    error: chosen.error,
    months,
    incomplete_months: answer?.incompleteMonths.length ?? 0,
    months_left_out: answer ? answer.monthsWithoutTariff.length + answer.monthsWithoutReadings.length : 0,
    current_cost: current?.costEur ?? null,
    current_excess: current && current.costEur - current.agreedEur,
    optimised_cost: choiceOf('optimised')?.costEur ?? null,
    operator_default_cost: choiceOf('operatorDefault')?.costEur ?? null,
    cheapest_cost: best?.costEur ?? null,
    cheapest: comparison?.cheapest ?? null,
    saving,
    yearly_saving: saving !== null && months >= monthsPerYear ? (saving / months) * monthsPerYear : null,
    saving_percent: saving !== null && current && current.costEur > 0 ? saving / current.costEur : null,
    saves_in: chosen.savesIn,
    current_powers_kw: current?.powersKw ?? null,
    recommended_powers_kw: best?.powersKw ?? null,
    relative_gap: answer?.certificate.relativeGap ?? null,
    confidence: answer?.confidence ?? null,
    missing_intervals: readings.missing,
    estimated_intervals: readings.estimated,
  }
}
