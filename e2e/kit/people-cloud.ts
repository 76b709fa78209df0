import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { startMailServer, type TestMailServer } from '../../apps/server/src/testing/start-mail-server.ts'
import { startOidcServer, type TestOidcServer } from '../../apps/server/src/testing/start-oidc-server.ts'
import { findFreePort } from '../../tools/test-run/free-port.ts'
import type { CloudProcess } from './cloud-process.ts'
import { startDemoProcess } from './demo-snapshot.ts'
import { emails, type Person, password } from './people.ts'
import { words } from './words.ts'

export interface PeopleCloud {
  url: string
  mail: TestMailServer
  oidc: TestOidcServer
}

/**
 * A separate cloud for journeys that change people, with the demo's people in it, a mail server and a sign-in
 * provider. Passkeys need a host name, so it is `localhost`.
 */
export function usePeopleCloud(): () => PeopleCloud {
  let cloud: PeopleCloud
  let server: CloudProcess
  beforeAll(async () => {
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    const mail = await startMailServer()
    const oidc = await startOidcServer([`${url}/api/auth/oauth/other/callback`])
    server = await startDemoProcess({
      PORT: String(port),
      PUBLIC_URL: url,
      SMTP_URL: mail.url,
      OIDC_OTHER_NAME: 'Zadruga',
      OIDC_OTHER_ISSUER: oidc.issuer,
      OIDC_OTHER_CLIENT_ID: oidc.clientId,
      OIDC_OTHER_CLIENT_SECRET: oidc.clientSecret,
    })
    await server.ready
    cloud = { url, mail, oidc }
  })
  afterAll(async () => {
    await server?.stop()
    await cloud?.mail.stop()
    await cloud?.oidc.stop()
  })
  return () => cloud
}

/** Types address and password into the open sign-in page. */
export async function fillLogin(page: Page, email: string, secret: string = password): Promise<void> {
  const field = page.getByLabel(words('auth.login.password'), { exact: true })
  // The previous page may also have an address field, and stays until this one is shown.
  await field.waitFor()
  await page.getByLabel(words('auth.login.email')).fill(email)
  await field.fill(secret)
  await page.getByRole('button', { name: words('auth.login.submit'), exact: true }).click()
}

/** Fills in and submits the open registration. */
export async function fillRegistration(
  page: Page,
  { email, firstName }: { email: string; firstName: string },
): Promise<void> {
  await page.getByLabel(words('auth.register.first_name')).fill(firstName)
  await page.getByLabel(words('auth.register.last_name')).fill('Kos')
  await page.getByLabel(words('auth.login.email')).fill(email)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: words('auth.register.submit') }).click()
}

/** Chooses the password on the page opened by the mailed link of a registration. */
export async function fillNewAccount(page: Page, secret: string): Promise<void> {
  await page.getByLabel(words('auth.login.password'), { exact: true }).fill(secret)
  await page.getByLabel(words('password.repeat')).fill(secret)
  await page.getByRole('button', { name: words('auth.verify.submit') }).click()
  await page.getByRole('heading', { name: words('auth.token.verified_title') }).waitFor()
}

/** An API call as this person, beside the browser: another person's action meanwhile. */
export async function callAs(
  context: BrowserContext,
  person: Person,
  method: 'GET' | 'POST',
  path: string,
  data?: unknown,
): Promise<unknown> {
  const login = await context.request.post('/api/auth/login', {
    data: { data: { email: emails[person], password, remember: false, staySignedIn: false } },
  })
  if (!login.ok()) throw new Error(`signing in as ${person}: ${login.status()} ${await login.text()}`)
  const answer = await context.request.fetch(`/api${path}`, {
    method,
    ...(data !== undefined && { data: { data } }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.status() === 204 ? undefined : ((await answer.json()) as { data: unknown }).data
}
