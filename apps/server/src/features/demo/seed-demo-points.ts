import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { lockMark } from '../installation/installation-queries.ts'
import { insertCredential } from '../portal/credentials/credential-queries.ts'
import { sealToken } from '../portal/credentials/open-token.ts'
import { wantWholeImport } from '../portal/points/add-device.ts'
import { bindCredential } from '../portal/points/device-change-queries.ts'
import { claimDemoPoints, insertDemoPoint, settleDemoUser } from './demo-point-queries.ts'
import { demoPoints, demoTokens } from './demo-points.ts'

/** Gives the people of the demo their tokens and metering points; the imports run by themselves. Once is enough. */
export async function seedDemoPoints(deps: Pick<PlatformDeps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  await db.transaction(async (tx) => {
    if ((await lockMark(tx)) !== 'demo' || !(await claimDemoPoints(tx))) return
    let place = 0
    for (const { token, user, eimms } of demoTokens) {
      const userId = user && (await settleDemoUser(tx, user))
      if (!userId) continue
      const credentialId = await insertCredential(tx, { userId, ...sealToken(deps, userId, token), now })
      if (credentialId === undefined) continue
      for (const eimm of eimms) {
        const point = demoPoints.find((candidate) => candidate.eimm === eimm)!
        const title = `${point.name}, ${point.address}`
        const deviceId = await insertDemoPoint(tx, { userId, eimm, title, now })
        await bindCredential(tx, deviceId, credentialId)
        // One after the other, in this order: a few are complete soon, instead of all of them late. Many wait until the
        // demo has started.
        const laterMs = eimms.length > 10 ? 20_000 : 0
        await wantWholeImport(tx, deviceId, now, now + laterMs + place++)
      }
    }
  })
}
