import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseP1Telegram } from '@ohmstead/domain/telemetry/p1-telegram'
import { createTestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../apps/server/src/testing/test-world.ts'
import { listSamples, readSample } from './sample-files.ts'

/**
 * Posts every telegram below `directory`/p1 unchanged to the HTTP twin of a running cloud, each for a separate meter,
 * and reads the latest values back. Lists the faults, one line per finding.
 */
export async function checkP1LinkSamples(directory: string): Promise<{ files: number; problems: string[] }> {
  const folder = join(directory, 'p1')
  if (!existsSync(folder)) return { files: 0, problems: [`${folder} is not there`] }
  const names = listSamples(folder, /\.txt$/i)
  const server = await startTestServer({ time: Date.now() })
  try {
    await insertUser(server.db, 'samples@demo.test', 'ROLE_SUPER_ADMIN')
    const { companyId, rootGroupId } = await insertCompany(server.db, 'Meters')
    const problems: string[] = []
    for (const name of names) {
      const locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, name })
      const found = await postTelegram(server, locationId, readSample(join(folder, name)))
      problems.push(...found.map((text) => `${name}: ${text}`))
    }
    return { files: names.length, problems }
  } finally {
    await server.stop()
  }
}

async function postTelegram(server: TestServer, locationId: number, bytes: Buffer): Promise<string[]> {
  const parsed = parseP1Telegram(bytes)
  if (!parsed.ok) return [`refused by the parser: ${parsed.detail}`]
  const controller = await createTestController(server.db, locationId)
  const answer = await fetch(`${server.url}/link/v1/${controller.serial}/p1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controller.token}`, 'content-type': 'text/plain' },
    body: new Uint8Array(bytes),
  })
  if (!answer.ok) return [`answered ${answer.status} ${await answer.text()}`]
  const client = server.client()
  await client.signIn('samples@demo.test')
  const { data } = await client.call('GET /locations/:locationId/data/latest', { params: { locationId } })
  return Object.entries(parsed.telegram.values).flatMap(([metric, value]) => {
    const stored = data.values[`grid/${metric}`]?.value
    return stored === value ? [] : [`grid/${metric} is ${stored}, sent was ${value}`]
  })
}
