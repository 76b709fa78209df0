import type { LocationView } from '@ohmstead/contract/locations'

export type DeviceGroup = LocationView['device_groups'][number]
