import { chromium } from 'playwright'
import { execSync } from 'node:child_process'
const [,, person, width, locale, theme, ...paths] = process.argv
const base = process.env.BASE ?? 'http://127.0.0.1:8080'
const exe = execSync('ls /usr/bin/chromium-headless-shell /usr/bin/chromium 2>/dev/null | head -1').toString().trim()
const browser = await chromium.launch({ executablePath: exe, args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, locale, baseURL: base })
const page = await context.newPage()
await page.request.post('/api/auth/login', { data: { data: { email: person + '@demo.test', password: 'ohmstead-demo' } } }).then(async r => { if (!r.ok()) console.log(r.status(), await r.text()) })
await page.request.put('/api/auth/user/settings', { data: { data: { locale, theme } } }).then(async r => { if (!r.ok()) console.log('settings', r.status(), await r.text()) })
for (const p of paths) {
  await page.goto(p); await page.waitForLoadState('networkidle'); await page.waitForTimeout(800)
  const file = `/tmp/w/shots/${person}-${width}-${locale}-${theme}-${p.replace(/[^a-z0-9]+/gi,'_')}.png`
  await page.screenshot({ path: file, fullPage: true }); console.log(file)
}
await browser.close()
