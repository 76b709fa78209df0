const made = new Map<string, Intl.DateTimeFormat>()

/** Formats are expensive to create and cheap to use: each is created once. */
export function getDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = made.get(key) ?? new Intl.DateTimeFormat(locale, options)
  made.set(key, found)
  return found
}
