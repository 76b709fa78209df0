/**
 * An internal path to open after signing in, or null. Rejects anything a browser might read as another host (`//host`,
 * `/\host`, a scheme, a character that it strips before parsing), also if it becomes one only after normalisation
 * (`/..//host`). At most 2,000 characters.
 */
export function parseReturnPath(text: string | null | undefined): string | null {
  if (!text || text.length > 2000) return null
  const isOwn = /^\/(?![/\\])[^\\\p{Cc}\p{Zl}\p{Zp}\p{Zs}]*$/u.test(text)
  const [pathname = ''] = text.split(/[?#]/)
  const isPlain = !/\/\/|\/(\.|%2e){1,2}(\/|$)/i.test(pathname)
  // The API is not a page, and signing in must not end where it began.
  return isOwn && isPlain && !/^\/(api|auth)(\/|$|\?|#)/i.test(text) ? text : null
}
