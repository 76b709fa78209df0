import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { AppError } from '../app-error.ts'

export interface RabbitApiOptions {
  /** Of the management API of several nodes; each is tried. */
  urls: readonly string[]
  username: string
  password: string
  /** In PEM. */
  tls: { ca: string | null; cert: string | null; key: string | null } | null
}

export interface RabbitAnswer {
  status: number
  body: unknown
}

export type RabbitApi = ReturnType<typeof createRabbitApi>

const patienceMs = 10_000
const longestAnswer = 256 * 1024 * 1024

/** RabbitMQ's management API at the first node that answers, which is asked first the next time. */
export function createRabbitApi({ urls, username, password, tls }: RabbitApiOptions) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  let preferred = 0

  function askOne(url: string, method: string, path: string, body: string | null): Promise<RabbitAnswer> {
    const target = new URL(`${url}${path}`)
    const send = target.protocol === 'https:' ? requestHttps : requestHttp
    return new Promise((resolve, reject) => {
      const request = send(target, {
        method,
        headers: {
          authorization,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body ?? ''),
        },
        timeout: patienceMs,
        ...(tls?.ca && { ca: tls.ca }),
        ...(tls?.cert && tls.key && { cert: tls.cert, key: tls.key }),
      })
      request.once('timeout', () => request.destroy(new Error(`no answer within ${patienceMs / 1000} s`)))
      request.once('error', reject)
      request.once('response', (response) => {
        const parts: Buffer[] = []
        let length = 0
        response.on('data', (part: Buffer) => {
          parts.push(part)
          length += part.length
          if (length > longestAnswer) response.destroy(new Error('the answer is too long'))
        })
        response.once('error', reject)
        response.once('end', () => {
          const text = Buffer.concat(parts).toString()
          resolve({ status: response.statusCode ?? 0, body: readJson(text) })
        })
      })
      request.end(body ?? undefined)
    })
  }

  /** Any answer that is not a failure of the node itself; rejects with `unavailable` if no node gives one. */
  return async function call(method: string, path: string, content?: unknown): Promise<RabbitAnswer> {
    const body = content === undefined ? null : JSON.stringify(content)
    const failures: string[] = []
    for (let index = 0; index < urls.length; index++) {
      const number = (preferred + index) % urls.length
      const url = urls[number]!
      try {
        const answer = await askOne(url, method, path, body)
        if (answer.status < 500) {
          preferred = number
          return answer
        }
        failures.push(`${url}: status ${answer.status}`)
      } catch (error) {
        failures.push(`${url}: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`)
      }
    }
    const cause = new Error(failures.join('; '))
    throw Object.assign(new AppError('unavailable', { retryAfterSeconds: 5 }), { cause })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
