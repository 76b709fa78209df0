import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '../../../../../tools/test-run/free-port.ts'
import { startEmbeddedBroker } from './embedded-broker.ts'

// The configuration that docs/controller-link.md gives for a house, in Debian's mosquitto.

const serial = '7K3M-9QXD-H2TV-5RB8'
const folder = mkdtempSync(join(tmpdir(), 'ohmstead-bridge-'))
let bridge: ChildProcess | null = null
afterAll(() => {
  bridge?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function readDocumented(cloudPort: number, housePort: number): string {
  const text = readFileSync(new URL('../../../../../docs/controller-link.md', import.meta.url), 'utf8')
  const [, documented] = /```conf\n(connection ohmstead\n[\s\S]*?)```/.exec(text)!
  const adapted = documented!
    .replace('address cloud.example:8883', `address 127.0.0.1:${cloudPort}`)
    .replace(/^bridge_capath.*\n/m, '')
    // Only so that the test need not wait for it.
    .replace('restart_timeout 5 60', 'restart_timeout 1 1')
  return `listener ${housePort} 127.0.0.1\nallow_anonymous true\n${adapted}`
}

test('what a house sends while the cloud is away arrives when it is back, and commands reach the device', {
  timeout: 60_000,
}, async () => {
  const heard: string[] = []
  const refused: string[] = []
  const start = (port: number) =>
    startEmbeddedBroker({
      ...{ host: '127.0.0.1', port, tls: null, clock: Date, log: pino({ level: 'silent' }) },
      isProxy: () => true,
      endpoint: {
        receive: async ({ topic, payload }) => void heard.push(`${topic.slice(27)} ${payload}`),
        authenticate: async (name, password) => name === serial && password === 'PASSWORD',
        refuse: (_, reason, detail) => void refused.push(`${reason}: ${detail}`),
        handleSessionEnd: () => {},
        findSerials: async () => [],
        handleReady: () => {},
        findAccounts: async () => [],
      },
    })
  let cloud = await start(0)
  const cloudPort = cloud.port!
  const housePort = await findFreePort()
  writeFileSync(join(folder, 'mosquitto.conf'), readDocumented(cloudPort, housePort))
  // Started as root it switches to the user mosquitto.
  chmodSync(folder, 0o755)
  bridge = spawn('/usr/sbin/mosquitto', ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
  await expect.poll(() => heard, { timeout: 15_000 }).toContain('ext/bridge/state 1')

  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${housePort}`, { clientId: 'shelly' })
  await device.subscribeAsync('shelly/kitchen/rpc')
  await device.publishAsync('shelly/kitchen/status', 'before', { qos: 1 })
  await expect.poll(() => heard).toContain('ext/shelly/kitchen/status before')

  const command = new Promise((resolve) =>
    device.once('message', (topic, payload) => resolve(`${topic} ${payload}`)),
  )
  cloud.publishForeign(serial, 'shelly/kitchen/rpc', 'on')
  expect(await command).toBe('shelly/kitchen/rpc on')

  await cloud.close()
  for (const text of ['first', 'second', 'third'])
    await device.publishAsync('shelly/kitchen/status', text, { qos: 1 })
  heard.length = 0
  cloud = await start(cloudPort)
  const late = () => heard.filter((one) => one.startsWith('ext/shelly/kitchen/status'))
  await expect
    .poll(late, { timeout: 15_000 })
    .toEqual(['first', 'second', 'third'].map((text) => `ext/shelly/kitchen/status ${text}`))
  // The command has not come back as if the device had said it, and nothing was outside of the branch.
  expect(heard.filter((one) => one.includes('/rpc'))).toEqual([])
  expect(refused).toEqual([])
  await device.endAsync(true)
  await cloud.close()
})
