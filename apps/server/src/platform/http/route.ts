import type { Endpoint } from '@ohmstead/contract/endpoint'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../db/db.ts'
import { type FileAnswer, sendFile } from './send-file.ts'

/** What a handler returns whose answer is on its way already. */
export const answered = Symbol('answered')

/** What a handler gets: the decoded request, who asks (present wherever the endpoint is not public), and the deps. */
export interface Context<E extends Endpoint> {
  db: Db
  deps: Deps
  actor: E['permission'] extends 'public' ? Actor | null : Actor
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  /** For what the envelope cannot say: cookies, streams, the caller's address. */
  request: FastifyRequest
  reply: FastifyReply
  /** Aborted when nobody waits for the answer any more: costly work ends then. */
  signal: AbortSignal
}

type Output<Schema> = NonNullable<Schema> extends z.ZodType ? z.output<NonNullable<Schema>> : undefined
type Answer<E extends Endpoint> =
  NonNullable<E['answer']> extends z.ZodUndefined ? Promise<void> : Promise<z.input<NonNullable<E['answer']>>>

export interface Route {
  endpoint: Endpoint
  handle(context: Context<Endpoint>): Promise<unknown>
}

/** Binds an endpoint of the contract to its handler. Decoding, access and encoding happen once, in `register-routes`. */
export function route<E extends Endpoint>(endpoint: E, handle: (context: Context<E>) => Answer<E>): Route {
  return { endpoint, handle }
}

/** The same for an endpoint whose answer is a file, or text that is ready to send. */
export function fileRoute<E extends Endpoint>(
  endpoint: E,
  handle: (context: Context<E>) => Promise<FileAnswer>,
): Route {
  return answeringRoute(endpoint, async (context) => sendFile(context, await handle(context)))
}

/** The same for a handler that writes the answer itself: an event stream, a redirect. */
export function answeringRoute<E extends Endpoint>(
  endpoint: E,
  handle: (context: Context<E>) => Promise<void>,
): Route {
  return {
    endpoint,
    handle: async (context: Context<E>) => {
      await handle(context)
      return answered
    },
  }
}
