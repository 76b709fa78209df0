import type { LinkStore } from '../link/link-store.ts'
import { createTunnelRunner, findSsh, type TunnelRunner } from './run-tunnel.ts'
import { createSshKey, type SshKey } from './ssh-key.ts'
import { type PageFacts, startStatusPage } from './status-page.ts'

/** The tunnels of a controller, and the public half of its key; null where this machine cannot. */
export function createTunnels(options: {
  store: LinkStore
  directory: string | null
  findFacts(): PageFacts
  log(text: string): void
}): (TunnelRunner & { publicKey: string }) | null {
  const { store, directory, findFacts, log } = options
  const ssh = findSsh()
  if (ssh === null || directory === null) return null
  const key = store.readDocument<SshKey>('sshKey') ?? createSshKey()
  store.writeDocument('sshKey', key)
  const runner = createTunnelRunner({
    ...{ ssh, key, directory, log },
    page: () => startStatusPage(findFacts),
  })
  return { ...runner, publicKey: key.publicLine }
}
