/** The ids of what stands below a field, for a screen reader: what is wrong with it before what it is for. */
export const describedBy = (
  id: string,
  { error, help }: { error?: string | undefined; help?: string | undefined },
): string | undefined => [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined
