import { expect, test } from 'vitest'
import { createWebhookSecret, showSecret, signWebhook } from './sign-webhook.ts'

test('signs as the example of Standard Webhooks', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' }
  expect(signWebhook([secret], message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a secret is 32 random bytes', () => {
  const [one, other] = [showSecret(createWebhookSecret()), showSecret(createWebhookSecret())]
  expect(one).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(one).not.toBe(other)
})
