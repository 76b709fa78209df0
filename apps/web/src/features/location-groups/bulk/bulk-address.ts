/** Which change the address opens: one, the list of all, or none. */
export type OpenChange = number | 'all' | null

export function readOpenChange({ change }: Readonly<Record<string, unknown>>): OpenChange {
  if (change === 'all') return 'all'
  return /^\d{1,10}$/.test(String(change)) ? Number(change) : null
}
