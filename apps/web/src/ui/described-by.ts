/** The ids of the texts below a field, for a screen reader: the error before the hint. */
export const describedBy = (
  id: string,
  { error, help }: { error?: string | undefined; help?: string | undefined },
): string | undefined => [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined
