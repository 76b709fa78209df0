const made = new Map<string, Intl.DateTimeFormat>()

/** Formats are slow to make and quick to use: each is made once. */
export function getDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = made.get(key) ?? new Intl.DateTimeFormat(locale, options)
  made.set(key, found)
  return found
}
