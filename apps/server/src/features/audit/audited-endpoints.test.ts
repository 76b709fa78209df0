import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { routes } from '../../app.ts'

/** Writing endpoints without an audit entry, each with the reason. */
const unwritten: Record<string, string> = {
  'PUT /auth/user/settings': 'the theme, language and units of somebody for themselves',
  'POST /companies/:companyId/webhooks/:webhookId/test': 'sends a test; the log of the webhook has it',
  'POST /locations/:locationId/webhooks/:locationWebhookId/test':
    'sends a test; the log of the webhook has it',
  'POST /location-groups/:locationGroupId/bulk-changes/preview': 'only counts what a change would touch',
  'POST /location-groups/:locationGroupId/bulk-changes/settings':
    'only lists what can be set at the marked locations',
  'POST /notices/test': 'sends oneself a test; the log of notices has it',
  'POST /notices/devices/:pushDeviceId/test': 'sends oneself a test; the log of notices has it',
  'PUT /notices/settings': 'what somebody is told of what they see anyway',
  'POST /auth/resend-verification': 'sends a mail again; opening its link is written',
  'POST /auth/token-validation': 'only tells whether a link is still good',
  'POST /auth/forgotten-password': 'sends a mail; setting a password by it is written',
  'POST /auth/second-factor/totp': 'begins; turning it on is written',
  'POST /auth/login/passkey-options': 'begins; signing in is written',
  'POST /auth/passkeys/options': 'begins; adding a passkey is written',
  'POST /auth/oauth/:provider': 'begins; signing in is written',
  'POST /auth/oauth/:provider/link': 'begins; linking is written',
  'POST /setup/controllers/find': 'only tells whether a controller can be linked; linking it is written',
  'POST /outbox/:mailId/retry': 'tries again to send what is queued already',
  'POST /locations/:locationId/alarm-rules/preview': 'calculates and keeps nothing',
  'POST /location-groups/:locationGroupId/alarm-rules/preview': 'calculates and keeps nothing',
  'POST /location-groups/:locationGroupId/alarm-rules/previews': 'calculates and changes nothing',
  'POST /jobs/:jobId/cancel': 'ends work that reads; the job itself says that it was cancelled',
  'POST /pricing/abstract-devices/:deviceId/calculations': 'calculates and keeps nothing',
  'POST /pricing/abstract-devices/:deviceId/calculations/pdf': 'calculates and keeps nothing',
  'POST /pricing/abstract-devices/:deviceId/calculations/xlsx': 'calculates and keeps nothing',
  'POST /pricing/price-lists/preview': 'calculates and keeps nothing',
  'POST /pricing/plans/preview': 'calculates and keeps nothing',
  'POST /companies/:companyId/pricing/costs/refresh': 'computes costs anew from what is stored',
  'POST /portfolio/optimisations': 'calculates; its result is for whoever asked',
  'POST /sharing-invitations/read': 'only tells what a link invites to',
  'POST /location-groups/:locationGroupId/views': 'a filter of somebody for themselves',
  'DELETE /location-groups/:locationGroupId/views/:groupViewId': 'a filter of somebody for themselves',
  'PUT /location-groups/:locationGroupId/visit': 'when somebody looked, for themselves',
  'POST /software-images': 'begins an upload; an image that passes the check is written',
  'PUT /software-images/:imageId/pieces/:position':
    'a piece of an upload; an image that passes the check is written',
  'POST /first-run/test-mail': 'sends a mail to oneself and keeps nothing',
}

const features = fileURLToPath(new URL('../', import.meta.url))
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(features, file), 'utf8'))

/** The text of every top-level function by name; equal names are joined. */
const functions = new Map<string, string>()
for (const source of sources)
  for (const [text, name = ''] of source.matchAll(
    /^(?:export )?(?:async )?(?:function\*? |const )(\w+)[\s\S]*?(?=^\S[^\n]*\n(?:export |async |function |const |\/\*\*)|^(?:export|async function|function|const|\/\*\*)|(?![\s\S]))/gm,
  ))
    functions.set(name, `${functions.get(name) ?? ''}${text}`)

/** Whether a function, or one that it calls, however indirectly, writes an entry. */
function writesEntry(text: string, seen = new Set<string>()): boolean {
  for (const [, name = ''] of text.matchAll(/(?<![.\w])([a-z]\w*)(?:<[^()]*>)?\(/g)) {
    if (name === 'recordAudit') return true
    const called = functions.get(name)
    if (called === undefined || seen.has(name)) continue
    seen.add(name)
    if (writesEntry(called, seen)) return true
  }
  return false
}

/** The source, without the test runner's rewriting of imported names. */
const plain = (text: string) => text.replace(/\(0,\s*__vi\w*__\.(\w+)\)|__vi\w*__\.(\w+)/g, '$1$2')

const writing = routes
  .filter(({ endpoint }) => endpoint.method !== 'GET')
  .map(({ endpoint, written }) => ({
    name: `${endpoint.method} ${endpoint.path}`,
    isWritten: writesEntry(plain(written.toString())),
  }))

test('every writing endpoint leaves an entry in the audit log, or is listed with a reason', () => {
  expect(writing.length).toBeGreaterThan(60)
  expect(writing.filter(({ isWritten }) => !isWritten).map(({ name }) => name)).toEqual(
    writing.map(({ name }) => name).filter((name) => name in unwritten),
  )
})

test('every reason belongs to an endpoint', () => {
  const names = writing.map(({ name }) => name)
  for (const [name, reason] of Object.entries(unwritten)) {
    expect(names).toContain(name)
    expect(reason.length).toBeGreaterThan(10)
  }
})
