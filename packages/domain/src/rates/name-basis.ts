/** What an amount includes beside the network's own rates; the values are the keys of `calculations.held`. */
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
