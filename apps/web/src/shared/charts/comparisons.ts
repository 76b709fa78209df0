export const comparisons = ['none', 'sameWeekday', 'previous', 'lastYear', 'custom'] as const

/** What the shown period is compared with; `custom` gives its first day. */
export type Comparison = (typeof comparisons)[number]
