import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

// A collector of traces: takes OTLP over HTTP and reads the spans out of its protobuf.

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentId: string
  name: string
  attributes: Record<string, string | number>
  isFailed: boolean
}

export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  /** How many batches came. */
  batches(): number
  stop(): Promise<void>
}

export async function startOtlpReceiver(
  behaviour: 'takes' | 'answers 503' | 'hangs' = 'takes',
): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  let batches = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const raw = Buffer.concat(parts)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw
    batches += 1
    if (behaviour === 'hangs') return
    if (behaviour === 'answers 503') return void response.writeHead(503).end()
    if (request.url === '/v1/traces') spans.push(...readSpans(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    batches: () => batches,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Field = Buffer | bigint

/** The fields of a protobuf message by their numbers. */
function readFields(message: Buffer): Map<number, Field[]> {
  const fields = new Map<number, Field[]>()
  let at = 0
  const readNumber = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const tag = Number(readNumber())
    const start = at
    let value: Field
    if ((tag & 7) === 0) value = readNumber()
    else {
      const length = (tag & 7) === 2 ? Number(readNumber()) : (tag & 7) === 1 ? 8 : 4
      const from = (tag & 7) === 2 ? at : start
      value = message.subarray(from, from + length)
      at = from + length
    }
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

const inner = (fields: Map<number, Field[]>, number: number) =>
  (fields.get(number) ?? []).map((field) => readFields(field as Buffer))
const hex = (fields: Map<number, Field[]>, number: number) =>
  (fields.get(number)?.[0] as Buffer | undefined)?.toString('hex') ?? ''
const textOf = (fields: Map<number, Field[]>, number: number) =>
  (fields.get(number)?.[0] as Buffer | undefined)?.toString() ?? ''

function readSpans(body: Buffer): ReceivedSpan[] {
  return inner(readFields(body), 1)
    .flatMap((ofResource) => inner(ofResource, 2))
    .flatMap((ofScope) => inner(ofScope, 2))
    .map((span) => ({
      traceId: hex(span, 1),
      spanId: hex(span, 2),
      parentId: hex(span, 4),
      name: textOf(span, 5),
      attributes: Object.fromEntries(
        inner(span, 9).map((pair) => {
          const [value] = inner(pair, 2)
          const number = value?.get(3)?.[0]
          return [textOf(pair, 1), number === undefined ? textOf(value!, 1) : Number(number)]
        }),
      ),
      isFailed: inner(span, 15).some((status) => status.get(3)?.[0] === 2n),
    }))
}
