import type { BrowserContext } from 'playwright'

/** The fixed logins of the demo. */
export const emails = {
  admin: 'admin@demo.test',
  aggregator: 'aggregator@demo.test',
  advanced: 'advanced@demo.test',
  basic: 'basic@demo.test',
  user: 'user@demo.test',
  newcomer: 'newcomer@demo.test',
} as const
export type Person = keyof typeof emails
export const password = 'ohmstead-demo'

/** Signs in without the sign-in page; the browser gets the session's cookie. */
export async function signInByCall(
  context: BrowserContext,
  person: Person,
  settings: { locale: string; theme: string | null },
): Promise<void> {
  const answer = await context.request.post('/api/auth/login', {
    data: { data: { email: emails[person], password, remember: false, staySignedIn: false } },
  })
  if (!answer.ok()) throw new Error(`signing in as ${person}: ${answer.status()} ${await answer.text()}`)
  // The person's own language and theme override the browser's.
  const changed = await context.request.put('/api/auth/user/settings', { data: { data: settings } })
  if (!changed.ok()) throw new Error(`settings: ${changed.status()} ${await changed.text()}`)
}

/** The API's answer for this person, to compare with a page. */
export async function read<Answer>(context: BrowserContext, path: string): Promise<Answer> {
  const answer = await context.request.get(`/api${path}`)
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { data: Answer }).data
}

/** A call as the person of the browser, to prepare what a journey begins with. */
export async function write<Answer>(
  context: BrowserContext,
  method: string,
  path: string,
  data: object,
): Promise<Answer> {
  const answer = await context.request.fetch(`/api${path}`, { method, data: { data } })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { data: Answer }).data
}
