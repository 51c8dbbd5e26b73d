import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { useLocation, useNavigate } from 'react-router'
import { useStatus } from '../../../../lib/api/status.ts'
import { enterOrg, leaveOrg, org, rememberOrg } from '../../../../lib/session/org-context.ts'
import { session } from '../../../../lib/session/session.ts'
import { pages } from '../../../routes.tsx'
import { useRoute } from '../../../use-route.ts'
import { pathAfterSwitch } from './path-after-switch.ts'

export type SwitchTarget = { id: number; name: string; role: OrgRole }

/** Makes the tab act for another organisation, or for the user alone, and opens a page that both have. */
export function useSwitchOrg(): (target: SwitchTarget | undefined) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isConsole = useRoute()?.frame === 'console'
  const status = useStatus()
  const user = session.use()
  return (target) => {
    if (target?.id === org.get()) return
    if (target) {
      enterOrg(target.id)
      rememberOrg(target)
    } else leaveOrg()
    // Without the filters: they name tokens, members and rows of the former context.
    if (isConsole) void navigate(pathAfterSwitch(pathname, user, status, pages, target))
  }
}
