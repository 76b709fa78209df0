import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

const builtWeb = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Serves the built application; every path that is no file returns it, and the application knows its own pages. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(`${builtWeb}index.html`)
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: builtWeb,
      preCompressed: true,
      index: false,
      wildcard: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request) || !isBuilt) throw new AppError('not_found')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

/** Whether it requests a page of the application; uptime monitors use HEAD. */
export function wantsPage({ method, url }: { method: string; url: string }): boolean {
  const path = url.split('?')[0]!
  const isPage = !/^\/(api|link|metrics)(\/|$)/.test(path) && !/\/\.|\.[a-z0-9]+$/i.test(path)
  return isPage && (method === 'GET' || method === 'HEAD')
}
