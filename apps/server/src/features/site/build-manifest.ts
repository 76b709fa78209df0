import { themeGrounds } from '@ohmstead/domain/site/theme-grounds'
import { isThemeName } from '@ohmstead/domain/site/theme-names'
import type { SiteInfo } from './site-facts.ts'

/** The web app manifest of a brand: what a home screen shows. Pure. */
export function buildManifest(site: SiteInfo) {
  const ground = themeGrounds[isThemeName(site.theme) ? site.theme : 'default']
  return {
    id: '/',
    name: site.platformName,
    short_name: site.platformName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons: iconsOf(site.favicon),
  }
}

function iconsOf(favicon: string | null) {
  const shipped = /^\/brands\/([a-z]+)\//.exec(favicon ?? '/brands/ohmstead/')?.[1]
  if (!shipped) return [{ src: favicon, sizes: 'any', purpose: 'any' }]
  const folder = `/brands/${shipped}`
  return [
    { src: `${folder}/icon-192.png`, sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: `${folder}/icon-512.png`, sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: `${folder}/maskable.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  ]
}
