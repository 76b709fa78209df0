import type { SharingGroupDetailView } from '@ohmstead/contract/energy-sharing-groups'
import { isReceiving, type SharingKey, type SharingKeyKind } from '@ohmstead/domain/sharing/sharing-terms'
import { call } from '../../lib/call.ts'
import type { GroupDraft } from './group-draft.ts'
import { shareEqually } from './key-shares.ts'
import type { ChosenPlaces } from './place-choice.tsx'
import { refreshSharing } from './sharing-query.ts'

interface NewGroup {
  draft: GroupDraft
  companyId: number | null
  chosen: ChosenPlaces
  /** Of metering points without a location. */
  priceListId: number | null
  keyKind: SharingKeyKind
}

/** Creates the group with its first members and key; places that were refused are counted, and can be tried again on its page. */
export async function createGroup({ draft, companyId, chosen, priceListId, keyKind }: NewGroup) {
  const { group } = await call('POST /sharing-groups', {
    body: {
      ...writtenGroup(draft),
      scheme: draft.scheme,
      companyId,
    },
  })
  const { members, refused } = await addPlaces(group.id, draft.validFrom, chosen, priceListId)
  const receivers = members.filter(isReceiving).map(({ id }) => String(id))
  if (keyKind !== 'static' || receivers.length > 0)
    await setKey(
      group.id,
      draft.validFrom,
      keyKind === 'static' ? { kind: keyKind, shares: shareEqually(receivers) } : { kind: keyKind },
    )
  await refreshSharing()
  return { id: group.id, refused }
}

export function writtenGroup({ name, organiser, priceTerms, communityCase, validFrom }: GroupDraft) {
  return { name: name.trim(), organiser, priceTerms, communityCase, validFrom }
}

/** One place after the other; one that is refused keeps no other one out. */
export async function addPlaces(
  sharingGroupId: number,
  validFrom: string,
  chosen: ChosenPlaces,
  priceListId: number | null,
  onDone: (count: number) => void = () => {},
) {
  let members: SharingGroupDetailView['members'] = []
  let failure: unknown = null
  let [done, refused] = [0, 0]
  for (const { place, role } of chosen.values()) {
    try {
      const { group } = await call('POST /sharing-groups/:sharingGroupId/members', {
        params: { sharingGroupId },
        body: {
          ...{ name: place.label, role, sharedShare: role === 'receiver' ? '0' : '1', validFrom },
          subject: place.subject,
          priceListId: place.kind === 'point' ? priceListId : null,
        },
      })
      members = group.members
    } catch (error) {
      failure ??= error
      refused++
    }
    onDone(++done)
  }
  return { members, refused, failure }
}

export function setKey(sharingGroupId: number, validFrom: string, key: SharingKey) {
  return call('PUT /sharing-groups/:sharingGroupId/key', {
    params: { sharingGroupId },
    body: { validFrom, key: writtenKey(key) },
  })
}

function writtenKey(key: SharingKey) {
  if (key.kind !== 'static') return key
  const shares = Object.entries(key.shares).map(([id, share]) => ({ memberId: Number(id), share }))
  return { kind: key.kind, shares: shares.filter(({ share }) => Number(share) > 0) }
}
