/** What publishers of market prices call themselves, the same in every language. */
const publishers: Record<string, string> = {
  'energy-charts': 'Energy-Charts (Fraunhofer ISE)',
  entsoe: 'ENTSO-E Transparency Platform',
}

/** The name of a source of market prices; null for the model of the demonstration, which every language names itself. */
export function spotSourceName(source: string): string | null {
  return source === 'modelled' ? null : (publishers[source] ?? source)
}

/** No source has prices of days before. */
export const firstSpotDay = '2010-01-01'
