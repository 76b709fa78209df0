import type { Endpoint } from '@ohmstead/contract/endpoint'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db } from '../db/db.ts'
import type { PlatformDeps } from '../platform-deps.ts'
import { type FileAnswer, sendFile } from './send-file.ts'

/** The return value of a handler whose answer is already being sent. */
export const answered = Symbol('answered')

/** What a handler gets: the decoded request, the user (present unless the endpoint is public), and the deps. */
export interface Context<E extends Endpoint, Deps = PlatformDeps> {
  db: Db
  deps: Deps
  actor: E['permission'] extends 'public' ? Actor | null : Actor
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  /** For what the envelope cannot say: cookies, streams, the caller's address. */
  request: FastifyRequest
  reply: FastifyReply
  /** Aborted when the caller disconnects: costly work ends then. */
  signal: AbortSignal
}

type Output<Schema> = NonNullable<Schema> extends z.ZodType ? z.output<NonNullable<Schema>> : undefined
type Answer<E extends Endpoint> =
  NonNullable<E['answer']> extends z.ZodUndefined ? Promise<void> : Promise<z.input<NonNullable<E['answer']>>>

export interface Route<Deps = PlatformDeps> {
  endpoint: Endpoint
  handle(context: Context<Endpoint, Deps>): Promise<unknown>
  /** The handler as it was written, without what binds it: for tests that read it. */
  written: { toString(): string }
}

/**
 * The ways to bind an endpoint of the contract to its handler, for a server whose handlers get `Deps`. Decoding, access
 * and encoding happen once, in `register-routes`.
 */
export function createRouteBinders<Deps extends PlatformDeps>() {
  function route<E extends Endpoint>(
    endpoint: E,
    handle: (context: Context<E, Deps>) => Answer<E>,
  ): Route<Deps> {
    return { endpoint, handle, written: handle }
  }

  /** For an endpoint whose answer is a file, or prepared text. */
  function fileRoute<E extends Endpoint>(
    endpoint: E,
    handle: (context: Context<E, Deps>) => Promise<FileAnswer>,
  ): Route<Deps> {
    const bound = answeringRoute(endpoint, async (context) => sendFile(context, await handle(context)))
    return { ...bound, written: handle }
  }

  /** For a handler that writes the answer itself: an event stream, a redirect. */
  function answeringRoute<E extends Endpoint>(
    endpoint: E,
    handle: (context: Context<E, Deps>) => Promise<void>,
  ): Route<Deps> {
    return {
      endpoint,
      handle: async (context: Context<E, Deps>) => {
        await handle(context)
        return answered
      },
      written: handle,
    }
  }
  return { route, fileRoute, answeringRoute }
}
