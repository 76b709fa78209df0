import type { Route } from '../../route.ts'
import { sharingGroupRoutes } from './group-routes.ts'
import { sharingInvitationRoutes } from './invitation-answer-routes.ts'
import { sharingMemberRoutes } from './member-routes.ts'
import { sharingResultRoutes } from './result-routes.ts'
import { sharingFileRoutes } from './sharing-file-routes.ts'

export const sharingRoutes: Route[] = [
  ...sharingGroupRoutes,
  ...sharingMemberRoutes,
  ...sharingInvitationRoutes,
  ...sharingResultRoutes,
  ...sharingFileRoutes,
]
