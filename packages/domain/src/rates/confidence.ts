/** How certain a published number is, the most certain first; `missing` marks a period for which no numbers were found. */
export const confidences = ['veryHigh', 'high', 'mediumHigh', 'medium', 'low', 'missing'] as const
export type Confidence = (typeof confidences)[number]

/** The less certain of two; null means "nothing used yet". */
export function lessSure(a: Confidence | null, b: Confidence | null): Confidence | null {
  if (a === null || b === null) return a ?? b
  return confidences.indexOf(a) >= confidences.indexOf(b) ? a : b
}
