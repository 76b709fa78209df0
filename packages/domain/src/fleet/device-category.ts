/** The seven kinds of device, as the specification names them. */
export const deviceCategories = [
  'OTHER',
  'EV_CHARGER',
  'SOLAR_POWER_PLANT',
  'BATTERY',
  'HYBRID_INVERTER',
  'HVAC',
  'GRID',
] as const
export type DeviceCategory = (typeof deviceCategories)[number]

export function isDeviceCategory(value: unknown): value is DeviceCategory {
  return (deviceCategories as readonly unknown[]).includes(value)
}
