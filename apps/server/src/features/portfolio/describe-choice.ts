import type { PowersChosen } from '../calculations/choose-powers.ts'
import type { PortfolioFigures } from './portfolio-queries.ts'

const errors = {
  noReadings: 'no_readings',
  limitsUnknown: 'limits_unknown',
  limitsConflict: 'limits_conflict',
  noTariff: 'no_tariff',
  notEnoughData: 'not_enough_data',
} as const
const kinds = { change: 'change', keep: 'keep', inUseUnknown: 'in_use_unknown' } as const

/** One line of the table: the advice for a point, as its calculation gives it. */
export function describeChoice(
  chosen: PowersChosen,
  userGroup: number | null,
): Omit<PortfolioFigures, 'so_far'> {
  const { answer, comparison, advice, readings, data, error, savingRangeEur: range } = chosen
  const find = (name: string) => comparison?.choices.find((choice) => choice.name === name) ?? null
  const [current, optimum] = [find('current'), find('optimised')]
  const saving = advice && current ? (advice.savingEur ?? 0) : null
  const isChange = advice?.kind === 'change'
  return {
    user_group: userGroup,
    connection_power_kw: chosen.connectionPowerKw,
    error: error && errors[error],
    possible_from: error === 'notEnoughData' ? data.possibleFrom : null,
    months: data.months.length,
    advice: advice && kinds[advice.kind],
    reason: advice?.reason ?? null,
    current_cost: current?.costEur ?? null,
    current_excess: current && (current.isExcessCharged ? current.excessEur : 0),
    uncharged_excess: advice?.unchargedEur ?? null,
    optimised_cost: optimum?.costEur ?? null,
    operator_default_cost: find('operatorDefault')?.costEur ?? null,
    advised_cost: (isChange ? optimum?.costEur : current?.costEur) ?? null,
    yearly_saving: saving,
    saving_low: isChange ? (range?.p10 ?? null) : null,
    saving_high: isChange ? (range?.p90 ?? null) : null,
    saving_percent: saving !== null && current && current.costEur > 0 ? saving / current.costEur : null,
    saves_in: chosen.savesIn,
    current_powers_kw: current?.powersKw ?? null,
    recommended_powers_kw: advice?.powersKw ?? null,
    relative_gap: answer?.certificate.relativeGap ?? null,
    confidence: answer?.confidence ?? null,
    missing_intervals: readings.missing,
    estimated_intervals: readings.estimated,
  }
}
