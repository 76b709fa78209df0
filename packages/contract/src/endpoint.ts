import type { Permission } from '@ohmstead/domain/access/permission'
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One endpoint: server checks, the typed browser client, OpenAPI and the role matrix all derive from this value.
 * `body` is the payload inside the `data` envelope of the request, `answer` the payload inside the `data`
 * envelope of the answer. Paths are below `/api`; parameters are written `:locationId`.
 */
export interface Endpoint<
  M extends Method = Method,
  P extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Access extends Permission = Permission,
> {
  readonly method: M
  readonly path: P
  /** One sentence for OpenAPI. */
  readonly summary: string
  readonly permission: Access
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer?: Answer
  /** Codes this endpoint adds to those common to all endpoints. */
  readonly errors?: readonly ErrorCode[]
  /** Does not identify the caller, so that it answers while the database is away; public only. */
  readonly anonymous?: true
  /** Open to people who still have to set up the required second factor. */
  readonly withoutSecondFactor?: true
  /** For the person themselves only: refused while impersonating. */
  readonly inPerson?: true
  /** Polled by an open page on its own, so that it does not count as use of the session. */
  readonly unattended?: true
  /**
   * The body is this file itself, without the envelope; it is read only for signed-in callers. A streamed one reaches the
   * handler as a stream, which must end it at its limit.
   */
  readonly file?: { readonly type: string; readonly maxBytes: number; readonly isStreamed?: true }
  /**
   * The cost of one call relative to an ordinary one: 10 for a calculation or years of readings, 100 for a document or an
   * import. Each person may have a few of those in progress at once; further ones wait.
   */
  readonly cost?: 10 | 100
  /** The answer is a file of one of these media types, without the envelope. */
  readonly media?: readonly string[]
  /** The answer is a stream of server-sent events: name → payload. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  /** 200 by default; 204 without an answer. */
  readonly status?: number
}

export function endpoint<
  const M extends Method,
  const P extends string,
  const Access extends Permission,
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>(
  definition: Endpoint<M, P, Params, Query, Body, Answer, Access>,
): Endpoint<M, P, Params, Query, Body, Answer, Access> {
  return definition
}
