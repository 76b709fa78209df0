import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'

export interface CertificateFiles {
  /** The certificate and those between it and its root, in PEM. */
  certFile: string
  keyFile: string
  /** Who signs certificates of controllers; null asks for none. */
  clientCaFile: string | null
}

export interface Certificate {
  cert: Buffer
  key: Buffer
  ca: Buffer | undefined
}

const everyMs = 30_000
const soonDays = 14
const dayMs = 86_400_000

/** Reads the files; throws if one is missing or incomplete, or if the key belongs to another certificate. */
export function readCertificate({ certFile, keyFile, clientCaFile }: CertificateFiles): Certificate {
  const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)]
  const ca = clientCaFile === null ? undefined : readFileSync(clientCaFile)
  createSecureContext({ cert, key })
  // Text without any certificate would be an empty list, which trusts nobody.
  if (ca) new X509Certificate(ca)
  return { cert, key, ca }
}

/**
 * Looks at the files again and again, since a renewal may replace them, links to them, or their folder. A
 * certificate that cannot be used (half written, another's key) is left alone with a line in the log, and the one in use stays.
 */
export function watchCertificate(options: {
  files: CertificateFiles
  loaded: Certificate
  use: (renewed: Certificate) => void
  log: Logger
}) {
  const { files, use, log } = options
  let current = options.loaded
  let complaint = ''
  let warnedAt = Number.NEGATIVE_INFINITY

  function check(): void {
    try {
      const found = readCertificate(files)
      complaint = ''
      if (!isSame(found, current)) {
        use(found)
        current = found
        log.info({ endsAt: endOf(found) }, 'the certificate for controllers was renewed')
      }
    } catch (error) {
      const reason = (error as Error).message
      if (reason !== complaint)
        log.error({ reason }, 'the new certificate for controllers cannot be used, the old one stays')
      complaint = reason
    }
    warnOfEnd()
  }

  function warnOfEnd(): void {
    const endsAt = endOf(current)
    const now = Date.now()
    if (endsAt.getTime() - now > soonDays * dayMs || now - warnedAt < dayMs) return
    warnedAt = now
    log.warn({ endsAt }, 'the certificate for controllers ends soon: renew it')
  }

  warnOfEnd()
  const timer = setInterval(check, everyMs).unref()
  return { check, close: () => clearInterval(timer) }
}

const endOf = ({ cert }: Certificate) => new X509Certificate(cert).validToDate

const isSame = (a: Certificate, b: Certificate) =>
  a.cert.equals(b.cert) &&
  a.key.equals(b.key) &&
  (a.ca === b.ca || (a.ca !== undefined && b.ca !== undefined && a.ca.equals(b.ca)))
