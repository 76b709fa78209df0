import type { Adapter } from './adapter.ts'
import { ams } from './ams/ams.ts'
import { dsmr } from './dsmr/dsmr.ts'
import { emoncms } from './emoncms/emoncms.ts'
import { evcc } from './evcc/evcc.ts'
import { generic } from './generic/generic.ts'
import { homeAssistant } from './homeassistant/homeassistant.ts'
import { homewizard } from './homewizard/homewizard.ts'
import { ocpp } from './ocpp/ocpp.ts'
import { openems } from './openems/openems.ts'
import { p1 } from './p1/p1.ts'
import { shelly } from './shelly/shelly.ts'
import { tasmota } from './tasmota/tasmota.ts'
import { victron } from './victron/victron.ts'

/** Every adapter; a new one is its folder and a line here. */
export const adapters: readonly Adapter[] = [
  evcc,
  openems,
  shelly,
  victron,
  p1,
  ams,
  dsmr,
  homewizard,
  tasmota,
  homeAssistant,
  emoncms,
  generic,
  ocpp,
]

const byKind = new Map(adapters.map((adapter) => [adapter.kind, adapter]))

export function findAdapter(kind: string): Adapter | null {
  return byKind.get(kind) ?? null
}
