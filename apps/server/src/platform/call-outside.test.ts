import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ForbiddenAddressError, isCallable, isPublicAddress, postOutside } from './call-outside.ts'

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['239.1.1.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['nonsense', false],
])('%s is on the public internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test.each([
  ['https://push.example/x', true],
  ['http://push.example/x', false],
  ['https://127.0.0.1/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:10.0.0.1]/x', false],
  ['https://user:secret@push.example/x', false],
  ['ftp://push.example/x', false],
  ['push.example', false],
])('%s may be called: %s', (address, expected) => {
  expect(isCallable(address, false)).toBe(expected)
})

const call = { headers: {}, body: Buffer.from('hi'), timeoutMs: 1000 }

test('a name that leads inside is not called', async () => {
  await expect(postOutside('https://localhost/x', { ...call, mayBePrivate: false })).rejects.toThrow(
    ForbiddenAddressError,
  )
})

test('a redirect is an answer like others, and one that does not come ends', async () => {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    if (request.url === '/slow') return
    response.writeHead(307, { location: '/elsewhere', 'retry-after': '7' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await postOutside(`${base}/x`, { ...call, mayBePrivate: true })).toEqual({
    status: 307,
    retryAfter: '7',
  })
  expect(calls).toBe(1)
  await expect(postOutside(`${base}/slow`, { ...call, timeoutMs: 50, mayBePrivate: true })).rejects.toThrow()
})

test.each([
  ['changes the protocol', 'HTTP/1.1 101 Odd\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'],
  ['only announces an answer', 'HTTP/1.1 103 Early\r\n\r\n'],
  ['says nothing', ''],
])('whoever %s has not answered', async (_, bytes) => {
  const server = createTcpServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.end(bytes)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  await expect(postOutside(url, { ...call, mayBePrivate: true })).rejects.toThrow()
})
