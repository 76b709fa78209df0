import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SpotReply = (request: IncomingMessage, response: ServerResponse, url: URL) => void

export interface SpotServer {
  url: string
  /** Every request so far. */
  asked: URL[]
  /** Given in turn, before `usual`. */
  replies: SpotReply[]
  usual: SpotReply
  /** Ends every connection, answered or not. */
  dropAll(): Promise<void>
  close(): Promise<void>
}

export const replyStatus =
  (status: number, body = '{"detail":"no"}', headers: Record<string, string> = {}): SpotReply =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

export const replyText =
  (text: string, type = 'application/json'): SpotReply =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type }).end(text)

/** A market's server on loopback that answers as it is told. */
export async function startSpotServer(usual: SpotReply = replyStatus(404)): Promise<SpotServer> {
  const server: SpotServer = {
    url: '',
    asked: [],
    replies: [],
    usual,
    dropAll: async () => {},
    close: async () => {},
  }
  const http = createServer((request, response) => {
    const url = new URL(request.url!, server.url)
    server.asked.push(url)
    ;(server.replies.shift() ?? server.usual)(request, response, url)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  server.dropAll = async () => http.closeAllConnections()
  server.close = () =>
    new Promise((resolve) => {
      http.closeAllConnections()
      http.close(() => resolve())
    })
  return server
}
