/** Temporal is part of current browsers; others load it before the application starts. */
export async function provideTemporal(): Promise<void> {
  if ('Temporal' in globalThis) return
  await import('temporal-polyfill/global')
}
