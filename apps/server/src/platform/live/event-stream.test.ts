import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { type EventStream, openEventStream } from './event-stream.ts'

test('drops events for a reader that does not read, in bounded memory, and reports it when it reads again', async () => {
  const opened = Promise.withResolvers<{ stream: EventStream; response: ServerResponse }>()
  const ready = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    const stream = openEventStream(response, { onReady: () => ready.resolve(), onClose: () => {} })
    opened.resolve({ stream, response })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const { stream, response } = await opened.promise

  const json = JSON.stringify({ text: 'x'.repeat(10_000) })
  let sent = 0
  while (stream.send('latest', json)) sent++
  expect(sent).toBeGreaterThan(0)
  expect(response.writableLength).toBeLessThan(200_000)
  const held = response.writableLength
  for (let index = 0; index < 1000; index++) stream.send('latest', json)
  expect(response.writableLength).toBe(held)

  socket.resume()
  await ready.promise
  expect(stream.send('resync', '{}')).toBe(true)
  socket.destroy()
  server.close()
})

test('sends a heartbeat as an event that the page sees, if no other event came since the last', () => {
  const written: string[] = []
  const response = {
    writeHead: () => {},
    write: (text: string) => written.push(text),
    on: () => {},
    writableLength: 0,
  } as unknown as ServerResponse
  const stream = openEventStream(response, { onReady: () => {}, onClose: () => {} })
  written.length = 0
  stream.beat()
  stream.send('alarms', '{}')
  stream.beat()
  stream.beat()
  expect(written).toEqual([
    'event: beat\ndata: 0\n\n',
    'event: alarms\ndata: {}\n\n',
    'event: beat\ndata: 0\n\n',
  ])
})
