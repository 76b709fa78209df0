import type { MessageKey, Translate } from './i18n/use-t.ts'

/** The canonical states that are numbers on the wire and words on a page. */
const words = {
  ev_status: [0, 1, 2, 3],
  state: [0, 1, 2, 3],
  grid_mode: [1, 2, 3],
} as const satisfies Record<string, readonly number[]>

/** "Charging" for `ev_status` 2; null for a metric or a number without a word. */
export function findMetricWord(metric: string, value: unknown, t: Translate): string | null {
  if (!Object.hasOwn(words, metric)) return null
  const known: readonly unknown[] = words[metric as keyof typeof words]
  return known.includes(value) ? t(`metric.word.${metric}.${value}` as MessageKey) : null
}
