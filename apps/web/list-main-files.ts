/** What is asked of a chunk or an asset of a build. */
export interface BuiltFile {
  fileName: string
  type: 'chunk' | 'asset'
  /** The file of the source that a part is for; several share a part without one, and an asset has none. */
  facadeModuleId?: string | null
  moduleIds?: readonly string[]
}

/** Pages that nobody opens without a connection, or that would do nothing there. */
const elsewhere =
  /[\\/]features[\\/](auth|companies|company-settings|first-admin|first-run|global-settings|impersonation|invitations|outbox|setup|site|cookie-consent|invoice-check|people[\\/]people-page|location-groups|controllers[\\/](setup|company|add-))/
/** What is fetched only to type into: dates, passwords, pictures of codes. */
const forTyping =
  /node_modules[\\/](@mantine|@simplewebauthn|qr)[\\/]|check-password-strength|admin-location-layout/
/** Reads PDFs: a worker and its library, 1.6 MB, which a build knows by their names only. */
const forPdf = /^assets\/pdf(js|-worker)-/

/** The files of the main pages: overview, charts, alarms, the metering portal with its calculations, and managing. */
export function listMainFiles(bundle: readonly BuiltFile[]): string[] {
  const left = bundle.filter(
    ({ facadeModuleId, moduleIds = [] }) =>
      (facadeModuleId && elsewhere.test(facadeModuleId)) || moduleIds.some((id) => forTyping.test(id)),
  )
  // A style sheet is named like the part it belongs to.
  const isLeft = ({ fileName, type }: BuiltFile) =>
    type === 'asset' && left.some((chunk) => partOf(chunk.fileName) === partOf(fileName))
  return bundle
    .filter((file) => /\.(js|css)$/.test(file.fileName) && file.fileName.startsWith('assets/'))
    .filter((file) => !left.includes(file) && !isLeft(file) && !forPdf.test(file.fileName))
    .map(({ fileName }) => `/${fileName}`)
    .sort()
}

/** `assets/login-page-kojjnJc.js` → `login-page`. */
const partOf = (fileName: string) => /([^/]+)-(?:[\w-]{7}\.js|[\w-]{6}\.css)$/.exec(fileName)?.[1]
