/** Text to value by PostgreSQL type, the same in both databases (sessions run in UTC). */
export const typeParsers: Record<number, (text: string) => unknown> = {
  20: Number, // int8: our counts and milliwatt-hours stay far below 2^53
  1082: (text) => text, // date stays a plain calendar day
  1114: parseInstant, // timestamp
  1184: parseInstant, // timestamptz
}

/** '2026-01-31 12:00:00.5+00' → epoch milliseconds. */
export function parseInstant(text: string): number {
  const iso = text.replace(' ', 'T').replace(/\+00(:00)?$/, '')
  return Date.parse(`${iso}Z`)
}
