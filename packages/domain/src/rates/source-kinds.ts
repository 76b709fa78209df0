/** Who says it: what a rate was taken from, the most official first. */
export const sourceKinds = ['law', 'regulator', 'government', 'operator', 'press', 'program'] as const
export type SourceKind = (typeof sourceKinds)[number]
