import { brandImageEndpoints } from '@ohmstead/contract/company-settings'
import { imageTypes } from '@ohmstead/contract/media-types'
import { AppError } from '../../platform/app-error.ts'
import { fileRoute, type Route } from '../../route.ts'
import { findImage } from './brand-image-queries.ts'

const forEver = 'public, max-age=31536000, immutable'
// Even when opened directly it is only a picture: no script, no request, no origin of ours.
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}

export const brandImageRoutes: Route[] = [
  fileRoute(brandImageEndpoints.get, async ({ db, params }) => {
    const [hash = '', type = ''] = params.imageName.split('.')
    const image = await findImage(db, hash, type)
    if (!image) throw new AppError('not_found')
    return { type: imageTypes[type]!, content: image.content, cacheControl: forEver, headers }
  }),
]
