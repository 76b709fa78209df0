import type { CalculationsView } from '@ohmstead/contract/calculations'
import type { ReportMonth } from './build-report.ts'

type Choice = NonNullable<CalculationsView['agreedPower']['comparison']>['choices'][number]

const systemOf = {
  current: 'newSystem',
  optimised: 'optimizedSystem',
  custom: 'customSystem',
} as const

/**
 * What each choice of agreed powers costs over the months compared: rounded lines as on the bill, so that they are the
 * sums of the pages that follow. The operator's own is an estimate and no bill.
 */
export function listChoices(calculation: CalculationsView): Choice[] {
  const { answer, comparison } = calculation.agreedPower
  if (answer === null || comparison === null) return []
  return comparison.choices.map((choice) => {
    const months = choice.name === 'operatorDefault' ? null : calculation[systemOf[choice.name]]
    const billed = months && answer.months.flatMap((key) => months[key] ?? [])
    return billed?.length === answer.months.length ? { ...choice, ...sumBilled(billed) } : choice
  })
}

function sumBilled(months: ReportMonth[]) {
  const excessCents = (isCharged: boolean) =>
    sumCents(
      months.flatMap(({ excessivePowerBlocks: excess }) =>
        excess?.isCharged === isCharged ? [excess.total.totalCost?.amount] : [],
      ),
    )
  const agreedCents = sumCents(months.map(({ networkPower }) => networkPower?.amount))
  const [chargedCents, unchargedCents] = [excessCents(true), excessCents(false)]
  return {
    agreedEur: agreedCents / 100,
    excessEur: (chargedCents + unchargedCents) / 100,
    costEur: (agreedCents + chargedCents) / 100,
  }
}

/** Sums of whole cents carry no binary fraction. */
function sumCents(amounts: (number | undefined)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + Math.round((amount ?? 0) * 100), 0)
}
