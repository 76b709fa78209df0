import { brandImageEndpoints } from '@ohmstead/contract/company-settings'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route, streaming } from '../../platform/http/route.ts'
import { findImage } from './brand-image-queries.ts'

const mediaTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
}

export const brandImageRoutes: Route[] = [
  route(brandImageEndpoints.get, async ({ db, params, reply }) => {
    const [hash = '', type = ''] = params.imageName.split('.')
    const image = await findImage(db, hash, type)
    if (!image) throw new AppError('not_found')
    // Opened by itself, too, it is a picture and nothing else: no script, no request, no origin of ours.
    reply
      .type(mediaTypes[type]!)
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(image.content))
    return streaming
  }),
]
