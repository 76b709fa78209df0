import { type Locale, supportedLocales } from '@ohmstead/domain/i18n/locales'
import { describe, expect, test } from 'vitest'
import type { AlarmLine } from './alarm-lines.ts'
import type { MailKind, MailValues, SignInChange } from './mail-kinds.ts'
import { renderMail } from './render-mail.ts'

const url = 'https://cloud.example/auth/x#token=abc'
const time = Date.UTC(2026, 4, 3, 8, 5)
const line = (type: AlarmLine['type']): AlarmLine => ({
  ...{
    state: 'raised',
    type,
    ruleName: 'Feed-in',
    lost: 812,
    all: 1000,
    place: 'Hiša',
    subject: 'Inverter.si',
  },
  ...{ time, zone: 'Europe/Ljubljana', url: 'https://cloud.example/locations/1/alarms/2' },
})
const samples: { [Kind in MailKind]: MailValues[Kind] } = {
  test: { name: 'Ana', address: 'no-reply@cloud.example' },
  verification: { url, hours: 24 },
  already_registered: { url },
  password_reset: { name: 'Ana', url, hours: 1 },
  password_changed: { name: 'Ana', time, url },
  sign_in_changed: { name: 'Ana', change: 'totp_on', time, url },
  wrong_codes: { name: 'Ana', time, url },
  new_sign_in: { name: 'Ana', device: 'Firefox, Linux', address: '192.0.2.7', time, url },
  invitation: { inviter: 'Bor', location: 'Hiša', url, days: 7 },
  sharing_invitation: { inviter: 'Bor', group: 'Soseska', url, days: 14 },
  manual_deletion: { name: '', person: 'Ana Novak', account: 'ana@test.si' },
  account_deletion: { name: 'Ana', time, url },
  location_deletion: { name: 'Ana', location: 'Hiša', time, zone: 'Europe/Ljubljana', by: 'owner', url },
  location_restored: { name: 'Ana', location: 'Hiša', url },
  controller_removed: { name: 'Ana', location: 'Hiša', controller: '4QX2-7T9M-B6K3-0P8C', time, url },
  controller_renewed: { name: 'Ana', location: 'Hiša', controller: '4QX2-7T9M-B6K3-0P8C', time, url },
  domain_record_missing: {
    name: 'Ana',
    domain: 'energy.sonce.si',
    record: '_ohmstead.energy.sonce.si',
    value: 'ohmstead-domain=abc',
    time,
  },
  domain_withdrawn: { name: 'Ana', domain: 'energy.sonce.si' },
  location_access_removed: { name: 'Ana', location: 'Hiša' },
  location_owner_given: { name: 'Ana', location: 'Hiša', url },
  location_owner_taken: { name: 'Ana', location: 'Hiša', keeps: 'no' },
  change_email: { name: 'Ana', url, hours: 24 },
  email_change_requested: { name: 'Ana', time, url },
  email_changed: { name: 'Ana', time },
  email_taken: { url },
  alarms: {
    name: 'Ana',
    state: 'many',
    open: 2,
    over: 1,
    url,
    lines: [line('ERROR'), line('PLATFORM'), line('RULE')],
  },
}
const kinds = Object.keys(samples) as MailKind[]
const brand = {
  platformName: 'Sonce',
  productName: 'Sonce Dom',
  logo: '/logo.svg',
  theme: 'default',
  contact: { supportEmail: 'help@sonce.si' },
}
const render = <Kind extends MailKind>(
  kind: Kind,
  values: MailValues[Kind],
  locale: 'en' | 'sl' | 'de' = 'en',
) => renderMail(kind, values, { locale, brand, publicUrl: 'https://cloud.example' })

describe.each(kinds)('%s', (kind) => {
  test.each(supportedLocales)('is complete in %s, as text and HTML', (locale) => {
    const mail = renderMail(kind, samples[kind], { locale, brand, publicUrl: 'https://cloud.example' })
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).not.toMatch(/mail\.\w+\.|undefined|\[object|\{\w+[,}]/)
      expect(part.trim()).not.toBe('')
    }
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.text).toContain('Sonce')
    expect(mail.html).toContain(`lang="${locale}"`)
    expect(mail.html).toContain('<img src="https://cloud.example/logo.svg" alt="Sonce"')
    expect(mail.html).toContain(mail.subject.replaceAll("'", '&#39;'))
    const hasLink = 'url' in samples[kind]
    expect(mail.text.includes(url)).toBe(hasLink)
    expect(mail.html.includes(`href="${url}"`)).toBe(hasLink)
  })

  // A text missing in a catalogue would appear in English.
  test.each(supportedLocales.filter((locale) => locale !== 'en'))('has no English line in %s', (locale) => {
    const linesOf = (of: Locale) =>
      renderMail(kind, samples[kind], { locale: of, brand, publicUrl: 'https://cloud.example' })
    const [mail, english] = [linesOf(locale), linesOf('en')]
    expect(mail.subject).not.toBe(english.subject)
    const inEnglish = new Set(english.text.split(/\n+/))
    const same = mail.text
      .split(/\n+/)
      .filter((line) => inEnglish.has(line) && line !== '-- ' && !line.startsWith('https://'))
    expect(same.filter((line) => line !== '')).toEqual([])
  })
})

const changes: Record<SignInChange, true> = {
  totp_on: true,
  totp_off: true,
  codes_renewed: true,
  code_used: true,
  passkey_added: true,
  passkey_removed: true,
  passkeys_removed: true,
  provider_linked: true,
  provider_unlinked: true,
}

test.each(supportedLocales)('each change of a way to sign in has its own text in %s', (locale) => {
  const texts = Object.keys(changes).map((change) => {
    const values = { ...samples.sign_in_changed, change: change as SignInChange }
    return renderMail('sign_in_changed', values, { locale, brand, publicUrl: 'https://cloud.example' }).text
  })
  expect(new Set(texts).size).toBe(texts.length)
})

test('uses the language of the recipient, with its plurals and times', () => {
  expect(render('password_reset', samples.password_reset, 'sl').text).toContain('velja 1 uro.')
  expect(render('verification', { url, hours: 2 }, 'sl').text).toContain('velja 2 uri.')
  expect(render('password_changed', samples.password_changed).text).toContain('3 May 2026 at 08:05 UTC')
})

test('a day fits the sentence around it, and the deletion day is that of the location', () => {
  expect(render('account_deletion', samples.account_deletion, 'sl').text).toContain(
    'izbrisali 3. 5. 2026, 08:05 UTC.',
  )
  const lateInUtc = { ...samples.location_deletion, time: Date.UTC(2026, 11, 2, 23, 30) }
  expect(render('location_deletion', lateInUtc, 'sl').text).toContain(
    'dokončno izbrisana 3. 12. 2026; do takrat',
  )
  expect(render('location_deletion', lateInUtc).text).toContain('3 December 2026')
  const inNewYork = { ...lateInUtc, zone: 'America/New_York' }
  expect(render('location_deletion', inNewYork).text).toContain('2 December 2026')
  expect(render('location_deletion', inNewYork).text).not.toContain('UTC')
})

test('text written by people cannot become markup, a header or a link', () => {
  const nasty = '<b onload="x">Bor\r\nBcc: x@y.si</b> https://evil.example'
  const mail = render('invitation', { inviter: nasty, location: '{inviter} \u202egnp', url, days: 7 })
  expect(mail.subject).not.toMatch(/[\r\n\u202e]/)
  expect(mail.html).not.toContain('<b onload')
  expect(mail.html).toContain('&lt;b onload=&quot;x&quot;&gt;Bor')
  expect(`${mail.html}${mail.text}${mail.subject}`).not.toContain('evil.example')
  expect(mail.subject).toContain('{inviter}')
})

test('names the product beside the platform, if it has another name', () => {
  expect(render('test', samples.test).text).toContain('This e-mail was sent by Sonce. · Sonce Dom')
  expect(render('test', samples.test).html).toContain('This e-mail was sent by Sonce. · Sonce Dom')
  const alike = { ...brand, productName: 'Sonce' }
  const mail = renderMail('test', samples.test, { locale: 'en', brand: alike, publicUrl: url })
  expect(mail.text).toMatch(/This e-mail was sent by Sonce\.\n$/)
})

test('links to pages only', () => {
  expect(() => render('already_registered', { url: 'javascript:alert(1)' })).toThrow()
})

test('a mail of one alarm says in its subject where and what it is, one of several how many there are', () => {
  const one = { name: 'Ana', state: 'raised', open: 1, over: 0, url, lines: [line('ERROR')] } as const
  expect(render('alarms', one).subject).toBe('Hiša, Inverter. si: Device error')
  const mail = render('alarms', samples.alarms)
  expect(mail.subject).toBe('Alarms: 2 new, 1 over')
  expect(mail.text).toContain(
    '• Device error – Hiša, Inverter. si · 3 May 2026, 10:05\nhttps://cloud.example/loc',
  )
  expect(mail.html.match(/<li /g)).toHaveLength(3)
  expect(mail.html).toContain('812 of 1,000')
})
