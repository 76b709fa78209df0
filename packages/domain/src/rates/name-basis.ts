/** What an amount holds beside the network's own rates, as the texts of `calculations.held` are called. */
export function nameBasis({
  levies,
  vat,
}: {
  levies: boolean
  vat: boolean
}): 'all' | 'levies' | 'vat' | 'none' {
  if (levies) return vat ? 'all' : 'levies'
  return vat ? 'vat' : 'none'
}
