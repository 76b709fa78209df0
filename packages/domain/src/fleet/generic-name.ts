import type { DeviceCategory } from './device-category.ts'

/**
 * Names that say no more than what a device is, for devices that have none of their own; in English until it is known
 * whose they are. The texts of the languages are `device.generic.…`.
 */
const englishNames = {
  grid: 'Grid',
  pv: 'PV',
  battery: 'Battery',
  home: 'Home',
  consumption: 'Consumption',
  charger: 'Charger',
  inverter: 'Inverter',
  heat_pump: 'Heat pump',
  electricity_meter: 'Electricity meter',
  gas_meter: 'Gas meter',
  water_meter: 'Water meter',
  warm_water_meter: 'Warm water meter',
  heat_meter: 'Heat meter',
} as const

export type GenericKind = keyof typeof englishNames
export const genericKinds = Object.keys(englishNames) as GenericKind[]
export const isGenericKind = (value: unknown): value is GenericKind =>
  (genericKinds as readonly unknown[]).includes(value)

/** What a device of a category is called that only its category is known of. */
export const genericOfCategory: Partial<Record<DeviceCategory, GenericKind>> = {
  GRID: 'grid',
  SOLAR_POWER_PLANT: 'pv',
  HYBRID_INVERTER: 'inverter',
  BATTERY: 'battery',
  EV_CHARGER: 'charger',
  HVAC: 'heat_pump',
}

export interface GenericName {
  kind: GenericKind
  /** As its hub counts them; absent where there is only one. */
  number?: number
}

export const writeGenericName = (
  { kind, number }: GenericName,
  texts: Record<GenericKind, string> = englishNames,
) => (number === undefined ? texts[kind] : `${texts[kind]} ${number}`)

export const isSameGenericName = (one: GenericName, other: GenericName | undefined) =>
  one.kind === other?.kind && one.number === other.number

/** The name, or the next one with a number that no other device has. */
export function distinguishGenericName(
  name: GenericName,
  taken: ReadonlySet<string>,
  texts?: Record<GenericKind, string>,
): string {
  for (let { number } = name; ; number = (number ?? 1) + 1) {
    const text = writeGenericName(
      number === undefined ? { kind: name.kind } : { kind: name.kind, number },
      texts,
    )
    if (!taken.has(text)) return text
  }
}

/** Whether the text is the name of this kind, with any number or none. */
export function isGenericText(text: string, kind: GenericKind, texts: Record<GenericKind, string>): boolean {
  const rest = text.startsWith(texts[kind]) ? text.slice(texts[kind].length) : null
  return rest !== null && /^( \d{1,4})?$/.test(rest)
}
