import {
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { buildRequestHeaders, buildResponseHeaders, type Way } from './clean-headers.ts'

const headMs = 60_000

/** HTTP over a stream that is no socket: what the client of Node expects of one. */
function likeSocket(stream: Duplex): Duplex {
  const socket = stream as Duplex & Record<string, unknown>
  for (const name of ['setKeepAlive', 'setNoDelay', 'setTimeout', 'ref', 'unref'])
    if (typeof socket[name] !== 'function') socket[name] = () => socket
  if (typeof socket.destroySoon !== 'function')
    socket.destroySoon = () => {
      if (stream.writable) stream.end()
      else stream.destroy()
    }
  return stream
}

/** Whatever the method, and whatever the headers call their own: what follows the head is a body of the length that arrived. */
function frameBody({ headers }: IncomingMessage): OutgoingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' }
  const length = headers['content-length']
  return length === undefined ? {} : { 'content-length': length }
}

function begin(request: IncomingMessage, stream: Duplex, way: Way): ClientRequest {
  const asked = ask({
    createConnection: () => likeSocket(stream) as never,
    method: request.method,
    path: request.url,
    headers: { ...buildRequestHeaders(request.headersDistinct, way), ...frameBody(request) },
    setHost: false,
  })
  const timer = setTimeout(() => asked.destroy(new Error('the page did not answer')), headMs)
  for (const event of ['response', 'upgrade', 'close']) asked.once(event, () => clearTimeout(timer))
  return asked
}

/** Resolves when the answer has gone out; rejects if the page gave none, before anything was sent. */
export function forwardRequest(
  { request, response, stream }: { request: IncomingMessage; response: ServerResponse; stream: Duplex },
  way: Way,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = begin(request, stream, way)
    const end = () => {
      asked.destroy()
      stream.destroy()
      resolve()
    }
    response.once('close', end)
    const fail = (error: Error) => {
      if (response.headersSent) return void response.destroy()
      response.off('close', end)
      stream.destroy()
      reject(error)
    }
    asked.on('error', fail)
    // It ended without an answer, or changed to a protocol that nobody asked for.
    asked.on('close', () => {
      if (!response.headersSent) fail(new Error('the page gave no answer'))
    })
    asked.on('response', (answer) => {
      const { statusCode = 0 } = answer
      // Devices may answer what no server of ours may pass on, and an error thrown here would end the process.
      if (statusCode < 200) return void asked.destroy(new Error(`the page answered ${statusCode}`))
      answer.on('error', () => response.destroy())
      answer.on('aborted', () => response.destroy())
      response.writeHead(statusCode, buildResponseHeaders(answer.headersDistinct, way))
      answer.pipe(response)
    })
    request.on('error', () => asked.destroy())
    request.pipe(asked)
  })
}

/** A WebSocket of the page. Resolves when it is closed; rejects if the page does not take it. */
export function forwardUpgrade(
  {
    request,
    socket,
    head,
    stream,
  }: { request: IncomingMessage; socket: Duplex; head: Buffer; stream: Duplex },
  way: Way,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = begin(request, stream, way)
    socket.once('close', () => {
      asked.destroy()
      stream.destroy()
      resolve()
    })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      answer.resume()
      reject(new Error(`the page answered ${answer.statusCode} to a WebSocket`))
    })
    asked.on('upgrade', (answer, far, farHead) => {
      const lines = Object.entries(buildResponseHeaders(answer.headersDistinct, way)).flatMap(
        ([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}`),
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      if (farHead.length > 0) socket.write(farHead)
      if (head.length > 0) far.write(head)
      far.on('error', () => socket.destroy())
      far.on('close', () => socket.destroy())
      socket.on('error', () => far.destroy())
      far.pipe(socket)
      socket.pipe(far)
    })
    asked.end()
  })
}
