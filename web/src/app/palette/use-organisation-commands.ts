import { Building2, UserRound } from 'lucide-react'
import { useOrgs } from '../../components/organisation/use-orgs.ts'
import { language } from '../../lib/browser/preferences.ts'
import { org } from '../../lib/session/org-context.ts'
import { useSwitchOrg } from '../layout/top/organisation/use-switch-org.ts'
import type { Command } from './command.ts'
import { paletteText } from './palette.text.ts'

/** Switches to the user's other organisations, and back to the user's own account. */
export function useOrganisationCommands(): Command[] {
  const t = paletteText.use()
  const current = org.use()
  const switchTo = useSwitchOrg()
  const { items = [] } = useOrgs().data ?? {}
  const others = items
    .filter(({ id }) => id !== current)
    .map(
      (item): Command => ({
        id: `action:organisation-${item.id}`,
        group: 'actions',
        icon: Building2,
        label: t('toOrganisation', { name: item.name }),
        also: [item.name],
        run: () => switchTo(item),
      }),
    )
  if (current === undefined) return others
  const personal: Command = {
    id: 'action:personal',
    group: 'actions',
    icon: UserRound,
    label: t('toPersonal'),
    also: [paletteText[language.get() === 'zh' ? 'en' : 'zh'].toPersonal],
    run: () => switchTo(undefined),
  }
  return [personal, ...others]
}
