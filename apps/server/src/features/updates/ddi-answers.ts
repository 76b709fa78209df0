import type { OpenUpdate } from './update-queries.ts'

/** How long devices wait between two polls: nothing to do, or an update is near. */
const [idle, near] = ['00:05:00', '00:00:20']

/** What a device is told when it polls. */
export function describeDevice(
  base: string,
  update: OpenUpdate | undefined,
  { isOffered, wantsAttributes }: { isOffered: boolean; wantsAttributes: boolean },
) {
  return {
    config: { polling: { sleep: update ? near : idle } },
    _links: {
      ...(update && isOffered && { deploymentBase: { href: `${base}/deploymentBase/${update.id}` } }),
      ...(update?.state === 'cancelling' && { cancelAction: { href: `${base}/cancelAction/${update.id}` } }),
      ...(wantsAttributes && { configData: { href: `${base}/configData` } }),
    },
  }
}

/** The one file of an update. `download` and `download-http` are both given, as clients look for either. */
export function describeDeployment(base: string, update: OpenUpdate) {
  const { id, version, size, sha1, md5, sha256, image_id } = update
  const filename = fileNameOf(update)
  const href = `${base}/softwaremodules/${image_id}/artifacts/${filename}`
  const isSecure = href.startsWith('https:')
  return {
    id: String(id),
    deployment: {
      download: 'forced',
      update: 'forced',
      chunks: [
        {
          part: 'os',
          version,
          name: filename,
          artifacts: [
            {
              filename,
              hashes: { sha1, md5, sha256 },
              size,
              _links: isSecure ? { download: { href } } : { download: { href }, 'download-http': { href } },
            },
          ],
        },
      ],
    },
  }
}

/** Of letters that need no escaping in an address. */
export const fileNameOf = ({ version }: Pick<OpenUpdate, 'version'>): string =>
  `software-${version.replace(/[^\w.-]/g, '_')}.swu`
