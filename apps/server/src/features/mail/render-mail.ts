import { setupI18n } from '@lingui/core'
import { cleanLine } from '@ohmstead/domain/forms/single-line'
import { type Locale, localeTag } from '@ohmstead/domain/i18n/locales'
import { monthOfDay } from '@ohmstead/domain/i18n/month-of-day'
import { brandColors } from '../site/brand-colors.ts'
import type { SiteInfo } from '../site/site-facts.ts'
import { getTranslations } from '../site/translations.ts'
import { type AlarmLine, cleanName, writeAlarmLine } from './alarm-lines.ts'
import { type Html, html } from './html.ts'
import type { MailKind, MailValues } from './mail-kinds.ts'

export interface RenderedMail {
  senderName: string
  subject: string
  text: string
  html: string
}

export type MailBrand = Pick<SiteInfo, 'platformName' | 'productName' | 'logo' | 'theme' | 'contact'>

/** A mail of this kind as text and HTML, in one language and one brand. */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  given: MailValues[Kind],
  {
    locale,
    brand,
    publicUrl,
    unsubscribeUrl = null,
  }: { locale: Locale; brand: MailBrand; publicUrl: string; unsubscribeUrl?: string | null },
): RenderedMail {
  const { messages } = getTranslations(locale)
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const platform = cleanName(brand.platformName)
  const { lines = [], ...plainValues } = given as { lines?: readonly AlarmLine[] }
  const listed = lines.map((line) => ({
    ...writeAlarmLine(line, (key, own) => i18n._(key, own), locale),
    ...{ url: checkedUrl(line.url), isOver: line.state === 'over' },
  }))
  // A mail of one alarm says what it is in its subject.
  const values = {
    ...cleanValues(plainValues, locale),
    platform,
    ...(listed.length === 1 && pickWords(listed[0]!, platform)),
  }
  const write = (key: string) => i18n._(key, values)
  const writeIfThere = (key: string) => (key in messages ? write(key) : null)
  const { name = '', url } = values as { name?: string; url?: string }

  const subject = write(`mail.${kind}.subject`)
  const greeting = name ? write('mail.common.greeting') : write('mail.common.greeting_nameless')
  const text = write(`mail.${kind}.text`)
  const button = url ? writeIfThere(`mail.${kind}.button`) : null
  const note = writeIfThere(`mail.${kind}.note`)
  const hint = write('mail.common.link')
  const support = brand.contact.supportEmail
    ? i18n._('mail.common.support', { email: brand.contact.supportEmail })
    : null
  const end = unsubscribeUrl && { label: write('mail.common.unsubscribe'), url: checkedUrl(unsubscribeUrl) }
  const product = cleanName(brand.productName)
  const footer = [write('mail.common.footer'), ...(product === platform ? [] : [product])].join(' · ')

  const { accent, onAccent } = brandColors(brand.theme)
  const logo = brand.logo ? new URL(brand.logo, `${publicUrl}/`).href : null
  const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.5'
  const small = 'margin:0 0 12px;font-size:13px;line-height:1.5;color:#555'
  const page = html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f2f4f6;color:#16191d;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;background:#fff;border-radius:8px;padding:32px;border-top:4px solid ${accent}">
<p style="margin:0 0 24px;font-size:18px;font-weight:600">${logo ? html`<img src="${logo}" alt="${platform}" height="32" style="height:32px">` : platform}</p>
<h1 style="margin:0 0 16px;font-size:22px">${subject}</h1>
<p style="${paragraph}">${greeting}</p>
<p style="${paragraph}">${text}</p>
${listed.length > 1 && html`<ul style="margin:0 0 16px;padding:0;list-style:none">${listed.map(toItem)}</ul>`}
${button && url ? html`<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${button}</a></p>` : null}
${note ? html`<p style="${small}">${note}</p>` : null}
${button && url ? html`<p style="${small}">${hint}<br><a href="${url}" style="color:${accent};word-break:break-all">${url}</a></p>` : null}
<hr style="border:0;border-top:1px solid #dde1e6;margin:24px 0 16px">
${support ? html`<p style="${small}">${support}</p>` : null}
<p style="${small}">${footer}</p>
${end ? html`<p style="${small}"><a href="${end.url}" style="color:#555">${end.label}</a></p>` : null}
</div>
</body>
</html>
`
  const plain = [
    greeting,
    text,
    ...(listed.length > 1 ? listed.map(toPlainItem) : []),
    button && url ? `${button}:\n${url}` : null,
    note,
    '-- ',
    support,
    footer,
    end ? `${end.label}:\n${end.url}` : null,
  ]
  return {
    senderName: platform,
    subject: cleanLine(subject, 300),
    text: `${plain.filter((part) => part !== null).join('\n\n')}\n`,
    html: page.text,
  }
}

type ListedAlarm = ReturnType<typeof writeAlarmLine> & { url: string; isOver: boolean }

const pickWords = ({ what, where, time }: ListedAlarm, platform: string) => ({
  what,
  location: where || platform,
  when: time,
})

const factsOf = ({ where, time }: ListedAlarm) => [where, time].filter((part) => part !== '').join(' · ')

function toItem(alarm: ListedAlarm): Html {
  const line = alarm.isOver ? '#8a9099' : '#c92a2a'
  return html`<li style="margin:0 0 8px;padding:8px 12px;border-left:4px solid ${line};background:#f7f8f9">
<a href="${alarm.url}" style="color:#16191d;font-size:16px;font-weight:600;text-decoration:none">${alarm.isOver ? '✓ ' : ''}${alarm.what}</a>
<br><span style="font-size:14px;color:#555">${factsOf(alarm)}</span></li>`
}

const toPlainItem = (alarm: ListedAlarm) =>
  `${alarm.isOver ? '✓' : '•'} ${alarm.what} – ${factsOf(alarm)}\n${alarm.url}`

/** Values that people did not choose as names: unchanged, on one line. */
const plainKeys = new Set(['address', 'change', 'state', 'domain', 'record', 'value'])

/**
 * Addresses stay unchanged, names are made harmless, instants become an unambiguous time. Each is one line, so
 * that it can end neither a header nor a line.
 */
function cleanValues(given: object, locale: Locale): Record<string, string | number> {
  const { zone, ...values } = given as Record<string, string | number>
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (key === 'time') return [key, formatTime(value as number, locale, zone)]
      if (typeof value === 'number') return [key, value]
      if (key === 'url') return [key, checkedUrl(value)]
      return [key, plainKeys.has(key) ? cleanLine(value, 300) : cleanName(value)]
    }),
  )
}

/** The day in the zone of its subject if known, else the time in a well-known one. */
function formatTime(time: number, locale: Locale, zone: string | number | undefined): string {
  const day = { day: 'numeric', month: monthOfDay(locale, 'long'), year: 'numeric' } as const
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeTag(locale), options).format(time)
  if (typeof zone === 'string') return format({ ...day, timeZone: zone })
  return `${format({ ...day, hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })} UTC`
}

function checkedUrl(text: string): string {
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('a mail links to http only')
  return url.href
}
