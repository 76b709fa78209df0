import { demoPoints, demoTokens } from './features/demo/demo-points.ts'
import { startDemoPortal } from './features/demo/demo-portal.ts'
import { createOfficialMeters, type OfficialMeters } from './features/demo/official-meters.ts'
import {
  createPortalClient,
  type PortalClient,
  type PortalClientOptions,
} from './features/portal/client/portal-client.ts'
import type { PlatformDeps } from './platform/platform-deps.ts'
import type { Settings } from './settings.ts'

const realPortal = 'https://api.informatika.si/mojelektro/v1'
/** For the demo's own portal: one answer costs some 9 ms here, which leaves room for the people using it. */
const demoPerSecond = 60

/** The portal named in the settings; by default the real one, or in the demo a server of its own on loopback. */
export async function openPortal(
  settings: Pick<Settings, 'portalUrl' | 'demo'>,
  clock: PlatformDeps['clock'],
  options: Partial<PortalClientOptions> = {},
): Promise<{ client: PortalClient; officialMeters: OfficialMeters | null; close(): Promise<void> }> {
  if (!settings.demo || settings.portalUrl !== null) {
    const client = createPortalClient({ baseUrl: settings.portalUrl ?? realPortal, ...options })
    return { client, officialMeters: null, close: async () => client.close() }
  }
  const tokens = demoTokens.map(({ token, eimms }) => [token, eimms] as const)
  const officialMeters = createOfficialMeters()
  const findMeteredDay = officialMeters.findDay
  const portal = await startDemoPortal({ clock, points: demoPoints, tokens, findMeteredDay })
  const client = createPortalClient({ baseUrl: portal.url, perSecond: demoPerSecond, ...options })
  return {
    client,
    officialMeters,
    close: async () => {
      client.close()
      officialMeters.end()
      await portal.close()
    },
  }
}
