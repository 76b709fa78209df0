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
  /** Codes this endpoint adds to the ones any endpoint may answer with. */
  readonly errors?: readonly ErrorCode[]
  /** Asks nobody who they are, so that it answers while the database does not; public only. */
  readonly anonymous?: true
  /** Open to whoever has yet to set up the second factor that the platform asks of them. */
  readonly withoutSecondFactor?: true
  /** For the person themselves only: refused to whoever impersonates them. */
  readonly inPerson?: true
  /** Asked by a page of itself as long as it is open, so that asking is no use of the session. */
  readonly unattended?: true
  /** The body is this file as it is, without the envelope; it is read only for somebody signed in. */
  readonly file?: { readonly type: string; readonly maxBytes: number }
  /**
   * What one call costs beside an ordinary one: 10 a calculation or years of readings, 100 a document or an import.
   * Of those one person has a few in hand at once, and the others wait.
   */
  readonly cost?: 10 | 100
  /** The answer is a file of one of these media types, without the envelope. */
  readonly media?: readonly string[]
  /** The answer is a stream of server-sent events: name → payload. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  /** 200 unless told; 204 where there is no answer. */
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
