import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { insertCompany } from '../../../testing/test-world.ts'

let server: TestServer
beforeAll(async () => {
  const issuer = 'http://127.0.0.1:9'
  server = await startTestServer({
    settings: {
      publicUrl: 'https://cloud.example.com',
      oidc: [{ id: 'google', name: 'Google', issuer, clientId: 'id', secret: 'secret' }],
    },
  })
  const { companyId } = await insertCompany(server.db, 'Sun')
  await server.db.run(
    sql`update company set domain = 'my.sun.example', domain_proven_at = now() where id = ${companyId}`,
  )
})
afterAll(() => server.stop())

/** As a browser redirected to this host; `fetch` would not let the header through. */
const waysAt = (host: string) =>
  new Promise<unknown>((resolve, reject) => {
    const asking = get(`${server.url}/api/auth/oauth`, { headers: { host } }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () => resolve(JSON.parse(body).data))
    })
    asking.on('error', reject)
  })

test("a company's domain offers no way in that leads back to the address of the platform", async () => {
  const all = { providers: [{ id: 'google', name: 'Google' }], passkeys: true }
  expect(await waysAt('my.sun.example')).toEqual({ providers: [], passkeys: false })
  expect(await waysAt('cloud.example.com')).toEqual(all)
  // Behind a proxy that does not pass on the host nothing is hidden.
  expect(await waysAt('10.0.0.7:8080')).toEqual(all)
})
