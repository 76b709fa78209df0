/** How sure a published number is, the surest first; `missing` marks a period whose numbers were not found anywhere. */
export const confidences = ['veryHigh', 'high', 'mediumHigh', 'medium', 'low', 'missing'] as const
export type Confidence = (typeof confidences)[number]

/** The less sure of two; null stands for "nothing used yet". */
export function lessSure(a: Confidence | null, b: Confidence | null): Confidence | null {
  if (a === null || b === null) return a ?? b
  return confidences.indexOf(a) >= confidences.indexOf(b) ? a : b
}
