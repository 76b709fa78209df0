import { createHmac, randomBytes } from 'node:crypto'

// Standard Webhooks: https://www.standardwebhooks.com

export const createWebhookSecret = (): Buffer => randomBytes(32)

/** As whoever checks signatures enters it. */
export const showSecret = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

/** The headers by which a receiver knows who sends and that it is new; one signature by each secret. */
export function signWebhook(
  secrets: readonly Uint8Array[],
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const seconds = String(Math.floor(at / 1000))
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
