import { useT } from '../../../shared/i18n/use-t.ts'
import type { PortalToken } from '../../../shared/portal/portal-query.ts'

type RefusedToken = PortalToken & { state: 'rejected' | 'doubtful' }

/** The portal did not accept it, or most likely does not know it: it needs attention first. */
export const isRefused = (token: PortalToken): token is RefusedToken =>
  token.state === 'rejected' || token.state === 'doubtful'

/** Why a token was not accepted and what to do, with the portal's own words. */
export function useRefusalText(): (token: RefusedToken) => string {
  const t = useT()
  return ({ state, reason }) =>
    [t(`portal.token.refused.${state}`), reason && t('portal.token.reason', { reason })]
      .filter(Boolean)
      .join(' ')
}
