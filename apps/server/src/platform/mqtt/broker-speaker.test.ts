import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { type Certificates, makeAuthority } from '../../testing/make-certificates.ts'
import { connectSpeaker } from './broker-speaker.ts'

async function startNode(
  { cert, key }: Certificates,
  onSocket: (socket: TLSSocket) => void,
): Promise<number> {
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
    socket.on('error', () => {})
    onSocket(socket)
  })
  server.on('tlsClientError', () => {})
  server.listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('each node of a cluster is known by the certificate of its own name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-speaker-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const authority = makeAuthority(folder, 'nodes')
  const lost = await startNode(authority.sign('first', 'DNS:localhost'), (socket) => socket.destroy())
  const connack = Buffer.from([0x20, 2, 0, 0])
  const running = await startNode(authority.sign('second', 'IP:127.0.0.1'), (socket) =>
    socket.once('data', () => socket.write(connack)),
  )
  const ca = readFileSync(join(folder, 'nodes-ca.pem'), 'utf8')
  const speaker = connectSpeaker({
    urls: [`mqtts://localhost:${lost}`, `mqtts://127.0.0.1:${running}`],
    access: { username: null, password: null, tls: { ca, cert: null, key: null } },
    clientId: 'cloud',
    processId: '1',
  })
  onTestFinished(() => speaker.endAsync(true))
  const refusals: string[] = []
  speaker.on('error', ({ message }) => refusals.push(message))
  await new Promise<void>((resolve) => speaker.once('connect', () => resolve()))
  expect(refusals.filter((message) => message.includes('altnames'))).toEqual([])
})
