import type { Endpoint } from '@ohmstead/contract/endpoint'
import { type Actor, decide, type Resource } from '@ohmstead/domain/access/permission'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../app-error.ts'
import { DbError } from '../db/db-error.ts'
import type { PlatformDeps } from '../platform-deps.ts'
import { watchAsker } from './asker-gone.ts'
import { brokenRule } from './broken-rule.ts'
import { createCostlyRequests } from './costly-requests.ts'
import { findListedOrigin } from './cross-origin.ts'
import { findUnstorable } from './find-unstorable.ts'
import { createRequestBudgets } from './request-budget.ts'
import { answered, type Context, type Route } from './route-binders.ts'
import { isUnattended } from './unattended.ts'

/** Provides identity and scope; features supply both so that the platform knows no table. */
export interface AccessSource {
  /** `isUse` extends the session. */
  findActor(deps: PlatformDeps, request: FastifyRequest, how: { isUse: boolean }): Promise<Actor | null>
  /** The resource named by the path's `companyId`, `locationGroupId` or `locationId`, or null if it does not exist. */
  findResource(
    deps: PlatformDeps,
    actor: Actor | null,
    params: Record<string, unknown>,
  ): Promise<Resource | null>
}

const safeMethods = new Set(['GET', 'HEAD'])
/** What only reads is asked again when a connection broke under it: at a failover the next may be broken, too, or leads to the new primary. */
const mostCutOffs = 5
const scoped = /^(company|group|location)\./

/** Life of a request: decode → authenticate → authorise → handle → encode. Written once, for every endpoint. */
export function registerRoutes<Deps extends PlatformDeps>(
  app: FastifyInstance,
  deps: Deps,
  routes: readonly Route<Deps>[],
  access: AccessSource,
): void {
  for (const file of new Map(routes.map(({ endpoint: { file } }) => [file?.type, file])).values())
    if (file?.isStreamed) app.addContentTypeParser(file.type, (_, body, done) => done(null, body))
    else if (file)
      app.addContentTypeParser(file.type, { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  const budgets = createRequestBudgets()
  const costly = createCostlyRequests()
  for (const { endpoint, handle } of routes) {
    const { cost = 1 } = endpoint
    const isSafe = safeMethods.has(endpoint.method)
    const findActor = (request: FastifyRequest) =>
      access.findActor(deps, request, { isUse: !endpoint.unattended && !isUnattended(request) })
    /** Costs count for the person who causes them. */
    const charge = (actor: Actor | null) => {
      if (actor) budgets.charge(askerOf(actor), cost)
    }
    /** Resolves to a function that ends the turn. */
    const takeTurn = (actor: Actor | null, signal: AbortSignal) =>
      actor && cost !== 1 ? costly.enter(askerOf(actor), cost, signal) : () => {}
    /** Turns that began before the body was read. */
    const turns = new WeakMap<FastifyRequest, () => void>()
    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      if (!isSafe) refuseCrossSite(deps, request)
      const actor = endpoint.anonymous ? null : await findActor(request)
      request.actorId = actor?.userId ?? null
      if (endpoint.permission !== 'public' && !actor) throw new AppError('not_signed_in')
      if (lacksSecondFactor(deps, endpoint, actor)) throw new AppError('second_factor_needed')
      if (!endpoint.file) charge(actor)
      if (endpoint.inPerson && actor?.impersonatorId !== undefined) throw new AppError('not_in_person')
      const params = decodeParams(endpoint, request.params)
      const resource = scoped.test(endpoint.permission)
        ? await access.findResource(deps, actor, params)
        : null
      const decision = decide(actor, endpoint.permission, resource)
      if (decision !== 'allowed') throw new AppError(decision)
      const query = decode(endpoint.query, request.query, 'query')
      const body = decode(endpoint.body, envelope(request.body), 'data')
      const signal = watchAsker(reply)
      const endTurn = turns.get(request) ?? (await takeTurn(actor, signal))
      turns.delete(request)
      const context = { db: deps.db, deps, actor, params, query, body, request, reply, signal }
      const result = await handle(context as Context<Endpoint, Deps>).finally(endTurn)
      if (result === answered) return reply
      reply.header('cache-control', reply.getHeader('cache-control') ?? 'no-store')
      if (!endpoint.answer) return reply.code(endpoint.status ?? 204).send()
      // Health reports its state by its own status.
      if (reply.statusCode === 200) reply.code(endpoint.status ?? 200)
      return reply.send({ data: result })
    }
    app.route({
      method: endpoint.method,
      ...(endpoint.file && {
        bodyLimit: endpoint.file.maxBytes,
        // Anonymous callers may not upload a long body; each person uploads one file at a time.
        onRequest: async (request, reply) => {
          const actor = await findActor(request)
          if (!actor) throw new AppError('not_signed_in')
          if (lacksSecondFactor(deps, endpoint, actor)) throw new AppError('second_factor_needed')
          charge(actor)
          const endTurn = await takeTurn(actor, watchAsker(reply))
          turns.set(request, endTurn)
          reply.raw.once('close', () => turns.get(request)?.())
        },
      }),
      // A stream would answer HEAD by never ending.
      exposeHeadRoute: endpoint.answer !== undefined,
      url: `/api${endpoint.path}`,
      handler: async (request, reply) => {
        for (let left = isSafe ? mostCutOffs : 0; ; left--)
          try {
            return await answer(request, reply)
          } catch (error) {
            const wasCutOff = error instanceof DbError && error.wasCutOff
            if (!wasCutOff || left === 0 || reply.raw.headersSent) throw error
          }
      },
    })
  }
}

/** Once the grace period is over, only setting up a second factor, and public endpoints, stay available. */
function lacksSecondFactor(
  { clock }: Pick<PlatformDeps, 'clock'>,
  endpoint: Endpoint,
  actor: Actor | null,
): boolean {
  if (endpoint.permission === 'public' || endpoint.withoutSecondFactor) return false
  return actor?.secondFactorDue !== undefined && actor.secondFactorDue <= clock.now()
}

const askerOf = ({ userId, impersonatorId }: Actor) => impersonatorId ?? userId

/** An impossible id is answered like a missing one. */
function decodeParams(endpoint: Endpoint, given: unknown): Record<string, unknown> {
  const parsed = endpoint.params?.safeParse(given)
  if ((parsed && !parsed.success) || findUnstorable(parsed?.data).length > 0) throw new AppError('not_found')
  return (parsed?.data as Record<string, unknown> | undefined) ?? {}
}

function decode(schema: z.ZodType | undefined, given: unknown, root: string): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(given, { reportInput: true })
  const fields: Record<string, string> = {}
  if (parsed.success) {
    const unstorable = findUnstorable(parsed.data)
    if (unstorable.length === 0) return parsed.data
    for (const path of unstorable) fields[path] = 'regex'
    throw new AppError('invalid_request', { fields })
  }
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || root] ??= brokenRule(issue, given)
  throw new AppError('invalid_request', { fields })
}

function envelope(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body
    ? (body as { data: unknown }).data
    : undefined
}

/**
 * Cookies are SameSite, and every write must also have a header that a foreign page cannot send without our consent, or
 * come from no page at all (a program sends no Origin and no Sec-Fetch-Site). The origins listed by the operator
 * have this consent.
 */
function refuseCrossSite({ settings }: Pick<PlatformDeps, 'settings'>, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  if (!isOwn && findListedOrigin(settings, request) === null) throw new AppError('cross_site_request')
  const origin = request.headers.origin
  if (origin !== undefined && request.headers['x-requested-with'] !== 'ohmstead')
    throw new AppError('cross_site_request')
}
