import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { paths } from '../shared/paths.ts'
import { lazyPage } from './lazy-page.tsx'

// The pages about shared energy, for everybody who is signed in.
const pages = [
  [
    paths.sharing,
    lazyPage(
      async () => (await import('../features/energy-sharing/sharing-groups-page.tsx')).SharingGroupsPage,
    ),
    'titles.energy_sharing',
  ],
  [
    paths.createSharingGroup,
    lazyPage(
      async () => (await import('../features/energy-sharing/create-group-page.tsx')).CreateSharingGroupPage,
    ),
    'titles.new_sharing_group',
  ],
  [
    '/sharing/$sharingGroupId',
    lazyPage(
      async () => (await import('../features/energy-sharing/sharing-group-page.tsx')).SharingGroupPage,
    ),
    'titles.sharing_group',
  ],
  [
    '/sharing/invitations/$token',
    lazyPage(
      async () =>
        (await import('../features/energy-sharing/sharing-invitation-page.tsx')).SharingInvitationPage,
    ),
    'titles.sharing_invitation',
  ],
] as const

export function createSharingRoutes(parent: AnyRoute): AnyRoute[] {
  return pages.map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component,
      staticData: { title, keepsContext: true },
    }),
  )
}
