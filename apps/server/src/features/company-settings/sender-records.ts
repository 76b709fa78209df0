import { createPublicKey } from 'node:crypto'
import type { SenderRecordView } from '@ohmstead/contract/company-settings'
import { senderAddress } from '../../platform/mail/create-smtp-sender.ts'
import type { Settings } from '../../settings.ts'

export interface SenderRecord extends Pick<SenderRecordView, 'kind' | 'required' | 'name' | 'value'> {
  /** Whether a text found under the name is of this kind at all. */
  isMine(text: string): boolean
  isRight(text: string): boolean
}

/**
 * What a domain must publish so that mails from this server count as its own: who may send (SPF, RFC 7208), the key that
 * signs (DKIM, RFC 6376; only if this server signs), and optionally what to do with others (DMARC, RFC 7489).
 */
export function buildSenderRecords(settings: Settings, domain: string): SenderRecord[] {
  const platform = senderAddress(settings).split('@')[1]!
  const include = `include:${platform}`
  const spf: SenderRecord = {
    kind: 'SPF',
    required: true,
    name: domain,
    value: `v=spf1 ${include} ~all`,
    isMine: (text) => /^v=spf1( |$)/i.test(text),
    isRight: (text) => text.toLowerCase().split(/\s+/).includes(include),
  }
  const dmarc: SenderRecord = {
    kind: 'DMARC',
    required: false,
    name: `_dmarc.${domain}`,
    value: 'v=DMARC1; p=quarantine',
    isMine: (text) => /^v=DMARC1(\s*;|$)/i.test(text),
    isRight: (text) => /^(none|quarantine|reject)$/i.test(readTags(text).p ?? ''),
  }
  const dkim = settings.dkim && buildDkimRecord(settings.dkim, domain)
  return dkim ? [spf, dkim, dmarc] : [spf, dmarc]
}

function buildDkimRecord(
  { selector, privateKey }: NonNullable<Settings['dkim']>,
  domain: string,
): SenderRecord {
  const key = createPublicKey(privateKey)
  const der = key.export({ type: 'spki', format: 'der' })
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  // An Ed25519 key is published as its 32 bytes alone (RFC 8463).
  const published = (isEd25519 ? der.subarray(-32) : der).toString('base64')
  return {
    kind: 'DKIM',
    required: true,
    name: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=${isEd25519 ? 'ed25519' : 'rsa'}; p=${published}`,
    isMine: (text) => readTags(text).p !== undefined,
    isRight: (text) => readTags(text).p?.replace(/\s/g, '') === published,
  }
}

/** `a=1; b=2`, as DKIM and DMARC write it. */
function readTags(text: string): Record<string, string | undefined> {
  return Object.fromEntries(
    text.split(';').map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? ['', ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    }),
  )
}
