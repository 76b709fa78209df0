/**
 * Whole milliwatt-hours of kilowatt-hours written as a decimal ('0.0370', '1,25'): digit by digit, so that no binary
 * fraction rounds. Null where it is no decimal, has more than six decimals that matter, or is too large to be exact.
 */
export function parseMilliWh(text: string): number | null {
  const match = /^\s*(-?)(\d{1,9})(?:[.,](\d{1,12}))?\s*$/.exec(text)
  if (!match) return null
  const [, minus, whole, decimals = ''] = match
  if (!/^0*$/.test(decimals.slice(6))) return null
  const milliWh = Number(whole) * 1_000_000 + Number(decimals.slice(0, 6).padEnd(6, '0'))
  return minus && milliWh > 0 ? -milliWh : milliWh
}
