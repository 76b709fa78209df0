import { setupI18n } from '@lingui/core'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import { html } from '../mail/html.ts'
import { brandColors } from '../site/brand-colors.ts'
import type { SiteInfo } from '../site/site-facts.ts'
import { getTranslations } from '../site/translations.ts'

export type UnsubscribeStep = 'ask' | 'done' | 'invalid'

const texts = {
  ask: ['notices.unsubscribe.title', 'notices.unsubscribe.text'],
  done: ['notices.unsubscribe.done', 'notices.unsubscribe.done_text'],
  invalid: ['notices.unsubscribe.invalid', 'notices.unsubscribe.invalid_text'],
} as const

/** A page without a script: mail programs open it in windows of their own, which may run none. */
export function writeUnsubscribePage(
  step: UnsubscribeStep,
  { locale, brand }: { locale: Locale; brand: Pick<SiteInfo, 'platformName' | 'logo' | 'theme'> },
): string {
  const { messages } = getTranslations(locale)
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const [title, text] = texts[step]
  const { accent, onAccent } = brandColors(brand.theme)
  const style = `:root{color-scheme:light dark;--back:#f2f4f6;--front:#fff;--text:#16191d;--soft:#555b63}
@media(prefers-color-scheme:dark){:root{--back:#101316;--front:#1a1e23;--text:#f1f3f5;--soft:#a9b1ba}}
*{box-sizing:border-box;margin:0}body{display:grid;min-height:100dvh;padding:24px;place-items:center;
background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{display:grid;gap:16px;width:100%;max-width:440px;padding:32px;border-radius:16px;background:var(--front)}
header{font-weight:600}header img{height:32px}h1{font-size:22px;line-height:1.3}p{color:var(--soft)}
button{min-height:44px;padding:0 20px;border:0;border-radius:8px;background:${accent};color:${onAccent};
font:inherit;font-weight:600;cursor:pointer}button:focus-visible{outline:3px solid var(--text);outline-offset:2px}`
  // Without an action the form is sent to the address of the page itself.
  return html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${i18n._(title)} · ${brand.platformName}</title><style>${trusted(style)}</style></head>
<body><main>
<header>${brand.logo ? html`<img src="${brand.logo}" alt="${brand.platformName}">` : brand.platformName}</header>
<h1>${i18n._(title)}</h1>
<p>${i18n._(text)}</p>
${
  step === 'ask' &&
  html`<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${i18n._('notices.unsubscribe.action')}</button></form>`
}
</main></body>
</html>
`.text
}

/** Our own style: the only values in it are colours of the theme. */
const trusted = (style: string) => html([style] as unknown as TemplateStringsArray)
