import { createHash, createVerify, type X509Certificate } from 'node:crypto'
import { ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'

const digests: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
const rsaPss = '1.2.840.113549.1.1.10'

/**
 * The certificate, one of the trusted ones, whose key made this detached CMS signature of `content`; null if none did.
 * Certificates that come with the signature count for nothing, and neither does one that is not valid at `now`.
 */
export function findSigner(
  signature: Uint8Array,
  content: Uint8Array,
  trusted: readonly X509Certificate[],
  now: number,
): X509Certificate | null {
  const signers = readSigners(signature)
  const valid = trusted.filter(
    ({ validFromDate, validToDate }) => validFromDate.getTime() <= now && now <= validToDate.getTime(),
  )
  for (const signer of signers) {
    const found = valid.find((certificate) => isSignedBy(signer, content, certificate))
    if (found) return found
  }
  return null
}

function readSigners(signature: Uint8Array): SignerInfo[] {
  try {
    const info = AsnConvert.parse(signature, ContentInfo)
    if (info.contentType !== id_signedData) return []
    const data = AsnConvert.parse(info.content, SignedData)
    return [...data.signerInfos].slice(0, 10)
  } catch {
    return []
  }
}

/** With signed attributes only: without them a signature of attributes could pass for one of content. */
function isSignedBy(signer: SignerInfo, content: Uint8Array, { publicKey }: X509Certificate): boolean {
  const digest = digests[signer.digestAlgorithm.algorithm]
  if (digest === undefined || !signer.signedAttrs) return false
  try {
    const attribute = (type: string) => {
      const found = signer.signedAttrs!.filter(({ attrType }) => attrType === type)
      return found.length === 1 && found[0]!.attrValues.length === 1 ? found[0]!.attrValues[0]! : null
    }
    const stated = attribute(messageDigest)
    if (stated === null || attribute(contentType) === null) return false
    const hash = createHash(digest).update(content).digest()
    if (!hash.equals(Buffer.from(AsnConvert.parse(stated, OctetString).buffer))) return false
    const attributes = encodeSet(signer.signedAttrs.map((one) => Buffer.from(AsnConvert.serialize(one))))
    const isPss = signer.signatureAlgorithm.algorithm === rsaPss
    const key = isPss ? { key: publicKey, padding: 6 } : publicKey
    return createVerify(digest).update(attributes).verify(key, Buffer.from(signer.signature.buffer))
  } catch {
    return false
  }
}

/** What is signed is the set itself, not its place in the message; a signature of another encoding is not right. */
function encodeSet(items: readonly Buffer[]): Buffer {
  const content = Buffer.concat(items)
  const { length } = content
  const head =
    length < 128
      ? [0x31, length]
      : length < 256
        ? [0x31, 0x81, length]
        : [0x31, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}
