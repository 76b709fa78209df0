import { serialRandomBytes } from '@ohmstead/domain/fleet/serial'
import { expect, test } from 'vitest'
import { createRecoveryCodes } from '../apps/server/src/features/account/second-factor/recovery-codes.ts'
import { createSecret } from '../apps/server/src/features/link/secret-hash.ts'
import type { SealedPurpose } from '../apps/server/src/platform/keys/sealed-places.ts'
import { createToken } from '../apps/server/src/platform/random-token.ts'
import { findFiles, listSources, readTable, readText } from './documents/read-source.ts'

// The inventory of docs/cryptography.md lists every secret in the code, with its length.

const inventory = new Map(
  readTable('docs/cryptography.md', 'Key or value').map((row) => [row['Key or value']!, row]),
)

test('everything random is in the inventory', () => {
  /** Null is no secret: a unique name, or a delay. */
  const rows: Record<string, string | null> = {
    'apps/controller/src/link/link-client.ts': null,
    'apps/server/src/features/auth/device-cookie.ts': 'Cookie of a known browser',
    'apps/server/src/features/auth/sign-in-step.ts': 'Step of a sign-in',
    'apps/server/src/features/auth/password-hash.ts': 'Password',
    'apps/server/src/features/auth/session.ts': 'Session token',
    'apps/server/src/features/company-settings/company-settings-routes.ts': 'Domain token',
    'apps/server/src/features/controllers/issue-controller.ts':
      "Controller's MQTT password, HTTP token, enrolment secret",
    'apps/server/src/features/backups/backup-cipher.ts': 'Key of a backup',
    'apps/server/src/features/backups/backup-file.ts': 'Mark of backup files',
    'apps/server/src/features/backups/tickets.ts': 'Address of a backup',
    'apps/server/src/features/controllers/create-secrets.ts':
      "Controller's MQTT password, HTTP token, enrolment secret",
    'apps/server/src/features/controllers/stock/make-stock.ts': null,
    'apps/server/src/features/demo/demo-secrets.ts':
      "Controller's MQTT password, HTTP token, enrolment secret",
    'apps/server/src/features/demo/seed-demo.ts': null,
    'apps/server/src/features/energy-sharing/mail-invitation.ts': 'Links by mail',
    'apps/server/src/features/first-admin/setup-code.ts': 'Code for the first super admin',
    'apps/server/src/features/first-run/send-test-mail.ts': null,
    'apps/server/src/features/impersonation/impersonation-routes.ts': 'Session token',
    'apps/server/src/features/invitations/confirmation-number.ts': 'Number of an invitation',
    'apps/server/src/features/link/commands.ts': null,
    'apps/server/src/features/link/enrol-controller.ts':
      "Controller's MQTT password, HTTP token, enrolment secret",
    'apps/server/src/features/link/mqtt-password.ts':
      "Controller's MQTT password, HTTP token, enrolment secret",
    'apps/server/src/features/link/secret-hash.ts':
      "Controller's MQTT password, HTTP token, enrolment secret",
    'apps/server/src/features/mail/queue-mail.ts': null,
    'apps/server/src/features/auth/oauth/begin-oauth.ts': 'Step of a sign-in',
    'apps/server/src/features/notices/push/encrypt-push.ts': 'Key pair of web push',
    'apps/server/src/features/operation/register-process.ts': null,
    'apps/server/src/features/portal/client/portal-client.ts': null,
    'apps/server/src/features/auth/registration/link-token.ts': 'Links by mail',
    'apps/server/src/features/account/second-factor/one-time-code.ts': 'Authenticator secret',
    'apps/server/src/features/account/second-factor/recovery-codes.ts': 'Recovery codes',
    'apps/server/src/features/tunnel/start-tunnels.ts': null,
    'apps/server/src/features/tunnel/tunnel-listener.ts': 'Visit of a tunnel',
    'apps/server/src/features/tunnel/tunnel-name.ts': 'Name of a tunnel',
    'apps/server/src/features/tunnel/tunnel-routes.ts': 'Visit of a tunnel',
    'apps/server/src/features/webhooks/sign-webhook.ts': 'Secret of a webhook',
    'apps/server/src/platform/http/request-id.ts': null,
    'apps/server/src/platform/keys/open-keys.ts': 'Secret key (`SECRET_KEY`)',
    'apps/server/src/platform/keys/secret-box.ts': 'Secret key (`SECRET_KEY`)',
    'apps/server/src/platform/mqtt/broker-password.ts':
      "Controller's MQTT password, HTTP token, enrolment secret",
    'apps/server/src/platform/mqtt/dynamic-security.ts': null,
    'apps/server/src/platform/mqtt/external-broker.ts': null,
    'apps/server/src/platform/random-token.ts': 'Session token',
  }
  const chance =
    /\b(randomBytes|randomInt|randomUUID|createToken|createSecret|getRandomValues|randomPKCECodeVerifier)\(|new Secret\(/
  const sources = listSources('apps/server/src', 'apps/web/src', 'apps/controller/src', 'packages')
  const found = findFiles(sources, chance).filter((file) => file !== 'apps/server/src/settings.ts')
  expect(found).toEqual(Object.keys(rows).sort())
  expect(Object.values(rows).filter((row) => row !== null && !inventory.has(row))).toEqual([])
})

test('so is everything sealed with the secret key', () => {
  const words: Record<SealedPurpose, string> = {
    totp: 'authenticator secrets',
    portalToken: 'portal tokens',
    controllerBatch: 'credentials of controllers made together',
    webhook: 'secrets of webhooks',
    pushKey: 'private key of web push',
    controllerBackup: 'keys of backups of controllers',
    backupMark: 'key that marks their files',
    alarmMails: 'links that end alarm mails',
    knownBrowser: 'cookie of a known browser',
    tunnelHostKey: 'SSH key of tunnels',
    tunnelPass: 'pass between two processes',
  }
  const { Protects } = inventory.get('Secret key (`SECRET_KEY`)')!
  for (const sealed of Object.values(words)) expect(Protects).toContain(sealed)
})

test('secrets are as long as the inventory says', () => {
  const bitsOf = (name: string) =>
    Number(/(\d+) random bits/.exec(inventory.get(name)!['Algorithm, size']!)?.[1])
  const bitsIn = (token: string) => Buffer.from(token, 'base64url').length * 8
  for (const name of [
    'Session token',
    'Links by mail',
    'Step of a sign-in',
    'Domain token',
    'Address of a backup',
  ])
    expect(bitsOf(name), name).toBe(bitsIn(createToken()))
  expect(bitsOf("Controller's MQTT password, HTTP token, enrolment secret")).toBe(bitsIn(createSecret()))
  expect(bitsOf('Code for the first super admin')).toBe(serialRandomBytes * 5)
  const [, alphabet] =
    /alphabet = '(\w+)'/.exec(readText('apps/server/src/features/account/second-factor/recovery-codes.ts')) ??
    []
  const [code] = createRecoveryCodes()
  expect(bitsOf('Recovery codes')).toBe(
    Math.floor(code!.replaceAll('-', '').length * Math.log2(alphabet!.length)),
  )
  expect(bitsOf('Number of an invitation')).toBe(Math.log2(2 ** 27 * 2 ** 26))
})
