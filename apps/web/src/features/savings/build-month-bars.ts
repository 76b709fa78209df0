import type { SavingsMonthView } from '@ohmstead/contract/savings'
import type { BarPart } from '../../shared/what-if/month-bars.tsx'

export const parts = ['solar', 'battery', 'control'] as const
export type Part = (typeof parts)[number]

export const partColours: Record<Part, { colour: string; fill?: string }> = {
  solar: { colour: 'var(--energy-sun)', fill: 'var(--fill-sun)' },
  battery: { colour: 'var(--energy-battery-discharge)', fill: 'var(--fill-battery-discharge)' },
  control: { colour: 'var(--energy-home)' },
}

/** What a part saved above the line, what it cost below it; nothing is drawn where it is unknown. */
export function buildMonthBars(
  months: readonly Pick<SavingsMonthView, Part>[],
  shown: readonly Part[],
  labels: Record<Part, string>,
): BarPart[] {
  return ([1, -1] as const).flatMap((side) =>
    shown.map((part) => ({
      key: `${part} ${side}`,
      label: labels[part],
      ...partColours[part],
      side,
      values: months.map((month) => Math.max(0, side * Number(month[part] ?? 0))),
    })),
  )
}
