import { useLocation } from 'react-router'
import { useSeat } from '../../../lib/api/organisations.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { session } from '../../../lib/session/session.ts'
import { pages } from '../../routes.tsx'
import { useRoute } from '../../use-route.ts'
import { type TopLink, topLinks } from './top-links.ts'

/** The top bar's links; `current` marks the one of the open page. */
export function useTopLinks(): (TopLink & { current: boolean })[] {
  const { pathname } = useLocation()
  const inConsole = useRoute()?.frame === 'console'
  return topLinks(session.use(), useStatus(), pages, useSeat()).map((link) => ({
    ...link,
    current: link.key === 'console' ? inConsole : pathname === link.path,
  }))
}
