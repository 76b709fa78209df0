import { adapters, findAdapter } from '@ohmstead/adapters/all-adapters'
import type { DeviceSetupView, ProtocolView } from '@ohmstead/contract/controller-setup'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { linkAddressOf } from '../link/link-address.ts'

/** The foreign devices that can be connected. */
export function listProtocols(): ProtocolView[] {
  return adapters.map(({ kind, title, group, tried, controllerKind }) => ({
    protocol: kind,
    title,
    group,
    tried,
    controller_kind: controllerKind,
  }))
}

/** What kind of controller a protocol makes; with our own link a person says it. Throws `invalid_request` for an unknown one. */
export function kindOf(protocol: string, wanted: ControllerKind): ControllerKind {
  if (protocol === 'ems') return wanted
  const adapter = findAdapter(protocol)
  if (!adapter) throw new AppError('invalid_request', { fields: { protocol: 'regex' } })
  return adapter.controllerKind
}

/** What a foreign device is called until a person names it, so that several gateways can be told apart. */
export const nameOfProtocol = (protocol: string): string | null => findAdapter(protocol)?.title ?? null

/** What to type into a foreign device; null for our own link, and for a protocol that has been removed. */
export function describeDeviceSetup(
  deps: Pick<Deps, 'settings' | 'link'>,
  protocol: string,
  secrets: { serial: string; mqttPassword: string; httpToken: string },
): DeviceSetupView | null {
  const adapter = findAdapter(protocol)
  if (!adapter) return null
  const { title, tried } = adapter
  const { steps, fields, snippet, qr } = adapter.describeSetup({ ...linkAddressOf(deps), ...secrets })
  return { protocol, title, tried, steps: [...steps], fields: [...fields], snippet, qr }
}
