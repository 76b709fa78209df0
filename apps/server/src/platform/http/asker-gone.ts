import type { FastifyReply } from 'fastify'

/** The caller has disconnected: no failure, and no answer to send. */
export class AskerGone extends Error {
  constructor() {
    super('the asker has gone')
    this.name = 'AskerGone'
  }
}

/** Aborted if the connection closes before the answer is sent. */
export function watchAsker({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort(new AskerGone())
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AskerGone())
  })
  return gone.signal
}
