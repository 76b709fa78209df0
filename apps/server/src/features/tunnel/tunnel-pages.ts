import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import { listAcceptedLanguages } from '../auth/accepted-languages.ts'
import { escapeHtml } from '../mail/html.ts'
import { readPlainTexts } from '../site/translations.ts'

// The few pages that a tunnel's own address shows instead of the device's.

const pages = {
  unknown: { status: 401, key: 'tunnel.page.unknown' },
  not_allowed: { status: 403, key: 'tunnel.page.not_allowed' },
  ended: { status: 410, key: 'tunnel.page.ended' },
  no_answer: { status: 502, key: 'tunnel.page.no_answer' },
  busy: { status: 503, key: 'tunnel.page.busy' },
} as const
export type TunnelPage = keyof typeof pages

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
font:17px/1.5 system-ui,sans-serif;background:#f4f5f2;color:#1d211c}main{max-width:26rem;padding:2rem}
h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0}a{display:inline-block;margin-top:1.25rem;color:#1f6f43}
@media(prefers-color-scheme:dark){body{background:#141614;color:#eceee9}a{color:#7fd3a1}}`

/** A small page of ours in the reader's language, with the way back to the platform. */
export function sendTunnelPage(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  page: TunnelPage,
  { backUrl, locale = null }: { backUrl: string; locale?: string | null },
): void {
  const { status, key } = pages[page]
  const chosen = chooseLocale([locale, ...listAcceptedLanguages(request.headers['accept-language'])])
  const texts = readPlainTexts(chosen, ['tunnel.page.heading', key, 'tunnel.page.back'])
  const html = `<!doctype html><html lang="${chosen}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(texts['tunnel.page.heading'])}</title>
<style>${style}</style><main><h1>${escapeHtml(texts['tunnel.page.heading'])}</h1><p>${escapeHtml(texts[key])}</p>
<a href="${escapeHtml(backUrl)}" rel="noreferrer">${escapeHtml(texts['tunnel.page.back'])}</a></main></html>`
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    // What the device's page has stored under this name serves nobody any more. Not its cookies: a browser would
    // clear those of the whole domain.
    ...(page === 'ended' && { 'clear-site-data': '"cache", "storage"' }),
  })
  response.end(request.method === 'HEAD' ? undefined : html)
}

/** The answer to a refused upgrade, which has no page. */
export const refusedUpgrade = (status: 401 | 403 | 404 | 410 | 421 | 502 | 503): string =>
  `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\ncache-control: no-store\r\n\r\n`

export const statusOf = (page: TunnelPage) => pages[page].status
