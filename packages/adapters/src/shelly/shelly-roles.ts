import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'

/** What people call such a channel, in the languages of the pages as far as their words tell it. */
const words: readonly (readonly [RegExp, DeviceCategory])[] = [
  [
    /\b(pv|solar|photovolt|fotovolt|inverter|wechselrichter|balkon|sonne|son[cč]n|panel)/,
    'SOLAR_POWER_PLANT',
  ],
  [/\b(batter|akku|speicher|bater|accu|akumul|hranilnik)/, 'BATTERY'],
  [/\b(wallbox|wall box|ev|evse|charger|ladestation|laadpaal|polnilnic|borne|car|auto)\b/, 'EV_CHARGER'],
  [
    /\b(heat|hvac|boiler|warmwasser|w[aä]rmepumpe|heizung|toplotn|gretj|klima|pompe|warmtepomp|air con)/,
    'HVAC',
  ],
  [
    /\b(grid|mains?|netz|hausanschluss|netzanschluss|omre[zž]j|rete|r[eé]seau|red|smart ?meter|z[aä]hler)\b/,
    'GRID',
  ],
]

/** What a channel measures, from its name; null if it does not tell. */
export function readRole(name: string): DeviceCategory | null {
  const text = name.toLowerCase().replaceAll(/[_-]+/g, ' ')
  return words.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** A meter without a name most likely measures the house connection, if nothing else does; everything else a load. */
export function guessRole(component: { type: string; number: number }, hasGrid: boolean): DeviceCategory {
  const isMeter = component.type === 'em' || (component.type === 'em1' && component.number === 0)
  return isMeter && !hasGrid ? 'GRID' : 'OTHER'
}
