import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { listAcceptedLanguages } from '../auth/accepted-languages.ts'
import { takeTokenGuess } from '../auth/sign-in-attempts.ts'
import { getSiteInfo } from '../site/site-info.ts'
import { type UnsubscribeStep, writeUnsubscribePage } from './unsubscribe-page.ts'
import { findMailRecipient, type MailRecipient, switchMailsOff } from './unsubscribe-queries.ts'
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts'

interface Addressed {
  Params: { token: string }
}

// It loads nothing but the brand's picture, runs nothing, and sends its form only here.
const policy = [
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'",
  "base-uri 'none'; frame-ancestors 'none'",
].join('; ')

/**
 * Ends alarm mails without signing in (RFC 8058). Only a POST acts, so that whatever follows links in mails ends
 * nothing; it needs no cookie, and what it carries is not read: the address says everything.
 */
export async function registerUnsubscribePage(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 20_000 }, (_, __, done) => done(null))

    scope.get<Addressed>(`${unsubscribePath}/:token`, { exposeHeadRoute: false }, async (request, reply) => {
      const person = await findPerson(deps, request)
      return answer(deps, { request, reply }, person, !person ? 'invalid' : person.mail ? 'ask' : 'done')
    })

    scope.post<Addressed>(`${unsubscribePath}/:token`, async (request, reply) => {
      const person = await findPerson(deps, request)
      if (!person) return answer(deps, { request, reply }, person, 'invalid')
      const userId = person.user_id
      await deps.db.transaction(async (tx) => {
        // Pressed again it changes nothing, and nothing is written.
        if (!(await switchMailsOff(tx, userId))) return
        const audit = { actor: null, address: request.ip, at: deps.clock.now() }
        await recordAudit(tx, audit, { action: 'alarm_mails_ended', userId })
      })
      return answer(deps, { request, reply }, person, 'done')
    })
  })
}

/** A valid address is nobody's guess and waits for nobody's. */
async function findPerson(
  deps: Deps,
  request: FastifyRequest<Addressed>,
): Promise<MailRecipient | undefined> {
  const token = readUnsubscribeToken(request.params.token, deps)
  const person = token && (await findMailRecipient(deps.db, token.userId))
  if (person && token.isOf(person.email)) return person
  await takeTokenGuess(deps, request)
  return undefined
}

async function answer(
  deps: Deps,
  { request, reply }: { request: FastifyRequest<Addressed>; reply: FastifyReply },
  person: MailRecipient | undefined,
  step: UnsubscribeStep,
): Promise<FastifyReply> {
  const brand = await getSiteInfo(deps.db, { companyId: person?.company_id ?? null })
  // Whom it knows, it answers in the language of the mail.
  const locale = chooseLocale(
    person ? [person.locale] : listAcceptedLanguages(request.headers['accept-language']),
  )
  return reply
    .code(step === 'invalid' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(writeUnsubscribePage(step, { locale, brand }))
}
