import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../tools/test-run/system-packages.ts'

/** Debian's Chromium, headless, with no traffic except the page's. */
export function launchChromium(moreArgs: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium was not found; set CHROMIUM_PATH')
  return chromium.launch({
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
  })
}
