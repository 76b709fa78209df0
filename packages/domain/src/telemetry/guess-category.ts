import type { DeviceCategory } from '../fleet/device-category.ts'

const patterns: readonly (readonly [RegExp, DeviceCategory])[] = [
  [/^(grid|meter|p1|smartmeter|utility)/, 'GRID'],
  [/^hybrid/, 'HYBRID_INVERTER'],
  [/^(pv|solar|inverter|inv)/, 'SOLAR_POWER_PLANT'],
  [/^(bat|battery|ess|storage)/, 'BATTERY'],
  [/^(ev|evcs|charger|wallbox|car)/, 'EV_CHARGER'],
  [/^(hp|hvac|heat|heatpump|ac|boiler)(?![a-z])|^heat/, 'HVAC'],
]

/** The most likely category of a device by its key alone ('pv2' → SOLAR_POWER_PLANT), until an inventory arrives. */
export function guessCategory(deviceKey: string): DeviceCategory {
  const key = deviceKey.toLowerCase()
  return patterns.find(([pattern]) => pattern.test(key))?.[1] ?? 'OTHER'
}
