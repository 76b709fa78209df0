import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import { answerOutcome, createErrorAnswer } from './answer-sender.ts'
import { LinkRequestError } from './link-request-error.ts'
import type { Outcome } from './outcome.ts'

function createReply() {
  const answer = { status: 0, headers: {} as Record<string, unknown>, body: undefined as unknown }
  const reply = {
    code: (status: number) => {
      answer.status = status
      return reply
    },
    header: (name: string, value: unknown) => {
      answer.headers[name] = value
      return reply
    },
    send: (body: unknown) => {
      answer.body = body
      return reply
    },
  }
  return { answer, reply: reply as unknown as FastifyReply }
}
const logged = vi.fn()
const request = {
  routeOptions: { url: '/link/v1/:serial/data' },
  log: { error: logged },
  server: { outageLog: { note: () => {} } },
} as unknown as FastifyRequest
const withStatus = (statusCode: number) => Object.assign(new Error('from the framework'), { statusCode })

test.each([
  ['its own refusal', new LinkRequestError(404, 'not_found', 'No.'), 404, 'not_found', {}],
  [
    'a wrong token',
    new LinkRequestError(401, 'bad_credentials', 'No.'),
    401,
    'bad_credentials',
    {
      'www-authenticate': 'Bearer',
    },
  ],
  [
    'too many tries',
    new AppError('too_many_attempts', { retryAfterSeconds: 9 }),
    429,
    'too_many_attempts',
    {
      'retry-after': 9,
    },
  ],
  ['too long a body', withStatus(413), 413, 'oversized', {}],
  ['what is not well formed', withStatus(400), 400, 'malformed', {}],
  ['a store that is away', new AppError('unavailable'), 503, 'unavailable', { 'retry-after': 5 }],
  ['a failure of the framework', withStatus(500), 500, 'failed', {}],
  ['any other error', new Error('a secret of the database'), 500, 'failed', {}],
] as const)('%s is answered by its status, a code and a sentence', (_, error, status, code, headers) => {
  const { answer, reply } = createReply()
  createErrorAnswer({ now: () => 0 })(error, request, reply)
  expect(answer).toEqual({
    status,
    headers,
    body: { error: { code, message: expect.stringMatching(/^[A-Z][^_]*\.$/) } },
  })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
})

test('repeated failures are logged once a second, with the number omitted', () => {
  let now = 0
  logged.mockClear()
  const answer = createErrorAnswer({ now: () => now })
  for (now of [0, 400, 999, 1000]) answer(new Error('again'), request, createReply().reply)
  expect(logged.mock.calls.map(([{ unlogged }]) => unlogged)).toEqual([0, 2])
})

const stored: Outcome = { state: 'stored', seq: 4, storedSamples: 3, rejectedSamples: 1, refused: [] }

test('stored readings are reported with their number; an unlinked controller learns that nothing was stored', () => {
  const told = (outcome: Outcome) => {
    const { answer, reply } = createReply()
    answerOutcome(reply, outcome, 200)
    return { status: answer.status, body: answer.body }
  }
  expect(told(stored)).toEqual({
    status: 200,
    body: { v: 1, linked: true, seq: 4, stored: 3, rejected: 1, refused: [] },
  })
  expect(told({ ...stored, seq: null }).body).not.toHaveProperty('seq')
  expect(told({ ...stored, state: 'unlinked', detail: 'Kept.' })).toEqual({
    status: 202,
    body: {
      ...{ v: 1, linked: false, stored: 0 },
      message: 'Kept.',
    },
  })
})

test.each([
  ['oversized', 413],
  ['failed', 500],
  ['malformed', 400],
] as const)('a message refused as %s has the status of that reason', (reason, status) => {
  const outcome: Outcome = { ...stored, state: 'refused', reason, detail: 'it is' }
  expect(() => answerOutcome(createReply().reply, outcome, 200)).toThrow(
    expect.objectContaining({ status, code: reason }),
  )
})

test('an abandoned message was not stored, and must be sent again', () => {
  expect(() => answerOutcome(createReply().reply, { ...stored, state: 'abandoned' }, 200)).toThrow(
    expect.objectContaining({ code: 'unavailable' }),
  )
})
