/** Kinds of sources of a rate, the most official first. */
export const sourceKinds = ['law', 'regulator', 'government', 'operator', 'press', 'program'] as const
export type SourceKind = (typeof sourceKinds)[number]
