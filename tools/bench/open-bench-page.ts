import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright'
import { build } from 'vite'
import { launchChromium } from '../../e2e/kit/chromium.ts'

const web = fileURLToPath(new URL('../../apps/web/', import.meta.url))

/** Builds one page of apps/web/src/bench alone, as in production, and runs `measure` in a browser that has loaded it. */
export async function openBenchPage<T>(
  entry: string,
  html: string,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-browser-bench-'))
  const browser = await launchChromium()
  try {
    await build({
      root: web,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      // No worker is started here, so the location of this file is irrelevant.
      define: { 'process.env.NODE_ENV': '"production"', 'import.meta': '{}' },
      worker: { format: 'es' },
      build: {
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        cssCodeSplit: false,
        lib: { entry: join(web, 'src/bench', entry), formats: ['iife'], name: 'bench', fileName: 'bench' },
      },
    })
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.setContent(html)
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.css')) await page.addStyleTag({ path: join(folder, name) })
      if (name.endsWith('.js')) await page.addScriptTag({ path: join(folder, name) })
    }
    return await measure(page)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
