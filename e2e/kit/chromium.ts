import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../tools/test-run/system-packages.ts'

/** Debian's Chromium, headless, with no traffic except the page's. */
export const launchChromium = (moreArgs: readonly string[] = []): Promise<Browser> =>
  chromium.launch(chromiumOptions(moreArgs))

export function chromiumOptions(moreArgs: readonly string[] = []) {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium was not found; set CHROMIUM_PATH')
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...moreArgs,
    ],
  }
}
