import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import mqtt from 'mqtt'
import pino from 'pino'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeAuthority } from '../../testing/make-certificates.ts'
import { startTestBroker } from '../../testing/start-test-broker.ts'
import type { LinkTransport } from './link-transport.ts'
import type { TlsListenerOptions } from './tls-listener.ts'
import { mostUnknown } from './unknown-senders.ts'

const folder = mkdtempSync(join(tmpdir(), 'ohmstead-broker-tls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [mine, other] = ['7K3M-9QXD-H2TV-5RB8', '3D0Y-X3SM-5A6T-X9CM']
const authority = makeAuthority(folder, 'ours')
const server = authority.sign('localhost')
const certificateOfMine = authority.sign(mine)
const stranger = makeAuthority(folder, 'theirs').sign(mine)
const tls = (more: Partial<TlsListenerOptions> = {}): TlsListenerOptions => ({
  ...{ host: '127.0.0.1', port: 0, certFile: server.cert, keyFile: server.key },
  ...{ clientCaFile: null, clientCertificates: 'optional', ...more },
})

const read = (file: string) => readFileSync(file)
async function connectClient(
  { tlsPort }: LinkTransport,
  serial: string,
  files: { cert: string; key: string } | null = null,
) {
  const client = await mqtt.connectAsync(`mqtts://localhost:${tlsPort}`, {
    ...{ ca: read(server.ca), username: serial, password: 'secret', reconnectPeriod: 0 },
    ...(files && { cert: read(files.cert), key: read(files.key) }),
  })
  client.on('error', () => {})
  onTestFinished(() => client.endAsync(true))
  return client
}

/** CONNECT of a controller with its right password. */
function connectPacket(serial: string): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  const start = [text('MQTT'), Buffer.from([4, 0b1100_0010, 0, 60])]
  const body = Buffer.concat([...start, text(serial), text(serial), text('secret')])
  return Buffer.concat([Buffer.from([0x10, body.length]), body])
}

/** Whether the server ends the connection by itself, without a word of MQTT, whatever password follows. */
async function isTurnedAway({ tlsPort }: LinkTransport, files: { cert: string; key: string } | null) {
  const own = files && { cert: read(files.cert), key: read(files.key) }
  const socket = connect({ port: tlsPort!, host: 'localhost', ca: read(server.ca), ...own })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).write(connectPacket(mine))
  return new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(false)).once('close', () => resolve(true))
  })
}

test('a session over TLS is one like any other: stored before it is acknowledged, skipped where too long', async () => {
  const heard: string[] = []
  const refused: string[] = []
  const broker = await startTestBroker(
    {
      receive: async ({ topic, payload }) => void heard.push(`${topic} ${payload}`),
      refuse: (_, reason) => void refused.push(reason),
    },
    { tls: tls() },
  )
  const client = await connectClient(broker, mine)
  await client.publishAsync(`ems/v1/${mine}/data`, 'first', { qos: 1 })
  await client.publishAsync(`ems/v1/${mine}/data`, 'x'.repeat(300_000), { qos: 1 })
  await client.publishAsync(`ems/v1/${mine}/data`, 'last', { qos: 1 })
  expect(heard).toEqual([`ems/v1/${mine}/data first`, `ems/v1/${mine}/data last`])
  expect(refused).toEqual(['oversized'])
})

describe('strangers', () => {
  test('count for their network from the first byte of the handshake, and no more once they are known', async () => {
    const broker = await startTestBroker({}, { tls: tls(), isProxy: () => false })
    await connectClient(broker, mine)
    // They say nothing, not even a first word of TLS.
    const silent = Array.from({ length: mostUnknown }, () => connectTcp(broker.tlsPort!, '127.0.0.1'))
    onTestFinished(() => {
      for (const socket of silent) socket.destroy()
    })
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    await once(connectTcp(broker.tlsPort!, '127.0.0.1'), 'close')
    silent[0]!.destroy()
    await expect
      .poll(() =>
        connectClient(broker, other).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  test('get nowhere with anything but TLS', async () => {
    const broker = await startTestBroker({}, { tls: tls() })
    const plain = connectTcp(broker.tlsPort!, '127.0.0.1')
    plain.on('error', () => {}).write('\x10\x0cno TLS at all, but MQTT')
    await once(plain.resume(), 'close')
  })
})

describe('client certificates', () => {
  const start = async (clientCertificates: 'optional' | 'required') => {
    const refused: string[] = []
    const broker = await startTestBroker(
      { refuse: (serial, reason, detail) => void refused.push(`${serial} ${reason}: ${detail}`) },
      { tls: tls({ clientCaFile: server.ca, clientCertificates }) },
    )
    return { broker, refused }
  }

  test('name the controller: with another serial it is refused, and told why', async () => {
    const { broker, refused } = await start('optional')
    await connectClient(broker, mine, certificateOfMine)
    await connectClient(broker, mine)
    await expect(connectClient(broker, other, certificateOfMine)).rejects.toThrow(/Bad username or password/)
    expect(refused).toEqual([`${other} bad_credentials: the certificate of ${mine}`])
  })

  test('of somebody else are not accepted', async () => {
    const { broker } = await start('optional')
    expect(await isTurnedAway(broker, stranger)).toBe(true)
  })

  test('are needed where they are required', async () => {
    const { broker } = await start('required')
    await connectClient(broker, mine, certificateOfMine)
    expect(await isTurnedAway(broker, null)).toBe(true)
    expect(await isTurnedAway(broker, stranger)).toBe(true)
  })
})

test('a renewed certificate serves the next connections, sessions stay, and a broken one changes nothing', async () => {
  const [certFile, keyFile] = [join(folder, 'live.pem'), join(folder, 'live.key')]
  const put = (from: { cert: string; key: string }) => {
    copyFileSync(from.cert, certFile)
    copyFileSync(from.key, keyFile)
  }
  put(server)
  const lines: { msg: string; reason?: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const broker = await startTestBroker({}, { tls: tls({ certFile, keyFile }), log })
  const session = await connectClient(broker, mine)
  const shownSerial = async () => {
    const socket: TLSSocket = connect({ port: broker.tlsPort!, host: 'localhost', ca: read(server.ca) })
    onTestFinished(() => void socket.destroy())
    await once(socket, 'secureConnect')
    return socket.getPeerCertificate().serialNumber
  }
  const before = await shownSerial()

  writeFileSync(certFile, read(certFile).subarray(0, 200))
  broker.checkCertificate!()
  broker.checkCertificate!()
  // Half of a renewal: the key of another certificate.
  put({ cert: server.cert, key: certificateOfMine.key })
  broker.checkCertificate!()
  expect(await shownSerial()).toBe(before)
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the certificate for controllers ends soon: renew it',
    'the new certificate for controllers cannot be used, the old one stays',
    'the new certificate for controllers cannot be used, the old one stays',
  ])
  expect(lines[2]!.reason).toMatch(/key values mismatch/)

  put(authority.sign('localhost'))
  broker.checkCertificate!()
  expect(await shownSerial()).not.toBe(before)
  await session.publishAsync(`ems/v1/${mine}/data`, 'still here', { qos: 1 })
})
