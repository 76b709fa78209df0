import { expect, test } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

test.each([
  ['{"mqtt_password":"geheim","grid/power":5}', '{"mqtt_password":"•••","grid/power":5}'],
  ['{"wifi":{"psk":"a\\"b","ssid":"home"}}', '{"wifi":{"psk":"•••","ssid":"home"}}'],
  ['{"apiKey":12345,"x":1}', '{"apiKey":"•••","x":1}'],
  ['[2,"1","Authorize",{"idTag":"04A2B3"}]', '[2,"1","Authorize",{"idTag":"•••"}]'],
  ['{"token":"cut off in the mid', '{"token":"•••"'],
  ['apikey=0123&time=5', 'apikey=•••&time=5'],
  ['Authorization: Bearer abc.def', 'Authorization: •••'],
  ['{"passwords":["a1","b2"],"x":1}', '{"passwords":"•••","x":1}'],
  ['{"config":"{\\"pass\\":\\"geheim\\",\\"a\\":1}"}', '{"config":"{\\"pass\\":"•••",\\"a\\":1}"}'],
  [
    '[3,"1",{"configurationKey":[{"key":"AuthorizationKey","readonly":false,"value":"geheim"}]}]',
    '[3,"1",{"configurationKey":[{"key":"AuthorizationKey","readonly":false,"value":"•••"}]}]',
  ],
  ['{"server":"mqtt://user:geheim@host:1883"}', '{"server":"mqtt://user:•••@host:1883"}'],
  ["{'password': 'ge heim'}", "{'password': •••}"],
])('hides what is named like a secret: %s', (text, shown) => {
  expect(hideSecrets(text)).toBe(shown)
})

test('readings stay as they were', () => {
  const text = '{"v":1,"seq":7,"samples":[{"ts":1767225600000,"values":{"grid/power":1500,"bat/soc":57}}]}'
  expect(hideSecrets(text)).toBe(text)
})

test('is quick on the largest excerpt, however it is made', () => {
  const hostile = [
    `${'"'.repeat(8000)}`,
    `${'a'.repeat(8000)}=`,
    `"${'pass'.repeat(2000)}`,
    `${'\\'.repeat(8000)}`,
    `"pass":${'\\'.repeat(8000)}`,
    '"key":"pass",'.repeat(600),
    `${'://a:'.repeat(1600)}`,
  ]
  for (const text of hostile) expect(hideSecrets(text).length).toBeLessThan(20_000)
})
