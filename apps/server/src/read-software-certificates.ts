import { X509Certificate } from 'node:crypto'
import type { Environment } from './environment.ts'
import { readSettingFile } from './read-setting-files.ts'
import { SettingsError } from './settings-error.ts'

const block = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** The certificates of who may sign controller software, from one file in PEM. */
export function readSoftwareCertificates({
  SOFTWARE_CERTIFICATES_FILE: file,
}: Environment): X509Certificate[] {
  if (file === undefined) return []
  try {
    const found = readSettingFile('SOFTWARE_CERTIFICATES_FILE', file).match(block) ?? []
    if (found.length === 0) throw new Error('empty')
    return found.map((pem) => new X509Certificate(pem))
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError('Wrong setting. SOFTWARE_CERTIFICATES_FILE: must hold certificates in PEM')
  }
}
