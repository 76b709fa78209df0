import type { InfoMessage } from '@ohmstead/contract/controller-messages'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'

export const hwVersion = 'simulated'

/** What it says of itself when it connects. */
export function buildInfo(
  {
    kind,
    uplink = 'ethernet',
    updates,
  }: { kind: ControllerKind; uplink?: InfoMessage['uplink']; updates?: unknown },
  { softwareVersion, sshKey }: { softwareVersion: string; sshKey: string | null },
): InfoMessage {
  return {
    kind,
    hwVersion,
    osVersion: null,
    softwareVersion,
    ethernetIp: null,
    wirelessIp: null,
    mobileIp: null,
    openVpnIp: null,
    uplink,
    rssi: null,
    // A reader has nothing to set, and no page.
    features: [
      ...(kind === 'P1_WIFI' ? ['cmd'] : ['cmd', 'backup', ...(sshKey === null ? [] : ['tunnel'])]),
      ...(updates ? ['update'] : []),
    ],
    sshKey,
  }
}
