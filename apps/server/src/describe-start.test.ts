import { expect, test } from 'vitest'
import { describeStart } from './describe-start.ts'
import { readSettings } from './settings.ts'

const describeWith = (variables: Record<string, string>, setupCode: string | null = null) =>
  describeStart(readSettings(variables), { httpPort: 8080, mqttPort: 1883, metricsPort: 9464, setupCode })

test.each<Record<string, string>>([
  { HOST: '192.168.1.5' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'http://cloud.example' },
  { PUBLIC_URL: 'http://cloud.example' },
])('warns in one line of passwords sent in clear over the network with %j', (variables) => {
  const lines = describeWith(variables).split('\n')
  expect(lines.filter((line) => line.startsWith('Warning: PUBLIC_URL'))).toHaveLength(1)
})

test.each<Record<string, string>>([
  {},
  { PUBLIC_URL: 'http://localhost:8080' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'https://cloud.example' },
])('does not warn with %j', (variables) => expect(describeWith(variables)).not.toContain('Warning'))

test('shows where to create the first super admin, until there is one', () => {
  const text = describeWith({ PUBLIC_URL: 'https://cloud.example' }, '7K3M-9QXD-H2TV-5RB8')
  expect(text).toContain('https://cloud.example/auth/first-admin')
  expect(text).toContain('7K3M-9QXD-H2TV-5RB8')
  expect(describeWith({})).not.toContain('first-admin')
})

test('shows where controllers connect if that differs from where it listens', () => {
  expect(describeWith({})).toContain('Controllers  mqtt://127.0.0.1:1883\n')
  expect(describeWith({ MQTT_PUBLIC_URL: 'mqtts://cloud.example:8883' })).toContain(
    'Controllers  mqtts://cloud.example:8883 (here mqtt://127.0.0.1:1883)\n',
  )
})
