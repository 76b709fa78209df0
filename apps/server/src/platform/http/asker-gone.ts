import type { FastifyReply } from 'fastify'

/** Nobody waits for the answer any more: no failure, and nothing to say. */
export class AskerGone extends Error {
  constructor() {
    super('the asker has gone')
    this.name = 'AskerGone'
  }
}

/** Aborted when the connection closes before the answer is out. */
export function watchAsker({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort(new AskerGone())
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AskerGone())
  })
  return gone.signal
}
