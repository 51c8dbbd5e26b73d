import { useMutation } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import {
  Banknote,
  BookOpen,
  CalendarSync,
  CircleHelp,
  Fingerprint,
  FlaskConical,
  House,
  IdCard,
  Info,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  MessageCircle,
  Moon,
  Plus,
  Settings2,
  Sun,
  SunMoon,
  Tags,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { toast } from '../../components/overlay/toast-list.ts'
import { languages } from '../../languages/languages.ts'
import { call } from '../../lib/api/call.ts'
import { useSeat } from '../../lib/api/organisations.ts'
import { useStatus } from '../../lib/api/status.ts'
import { chosenLanguage, language, themeMode } from '../../lib/browser/preferences.ts'
import { session } from '../../lib/session/session.ts'
import { useHasFaq } from '../../lib/session/use-has-faq.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { chooseLanguage } from '../../lib/text/chosen-language.ts'
import { sideText } from '../layout/side/side.text.ts'
import { visibleItems } from '../layout/side/side-items.ts'
import { sideIcons } from '../layout/side/side-menu.tsx'
import { pages } from '../routes.tsx'
import { shortcutsOpen } from '../shortcuts/shortcuts-state.ts'
import type { Command } from './command.ts'
import { paletteText } from './palette.text.ts'
import { useOrganisationCommands } from './use-organisation-commands.ts'

type PageKey =
  | 'home'
  | 'pricing'
  | 'guide'
  | 'faq'
  | 'about'
  | 'security'
  | 'priceBook'
  | 'subscriptions'
  | 'payoutRequests'
  | 'identityProviders'
  | 'personalSettings'
type LookKey = 'lightTheme' | 'darkTheme' | 'systemTheme'
type ActionKey =
  | LookKey
  | 'createToken'
  | 'addChannel'
  | 'addUser'
  | 'createPlan'
  | 'givePlan'
  | 'appointAgent'
  | 'testAll'
  | 'apiReference'
  | 'shortcuts'
  | 'signOut'

/** The pages and actions of the user's role. */
export function useCommands(): Command[] {
  const t = paletteText.use()
  const side = sideText.use()
  const navigate = useNavigate()
  const user = session.use()
  const status = useStatus()
  const seat = useSeat()
  const hasFaq = useHasFaq()
  const spoken = language.use()
  const theme = themeMode.use()
  const signOut = useSignOut()
  const testing = useMutation({
    mutationFn: () => call(channelApi.testAll),
    onSuccess: () => {
      toast.success(t('testsBegun'))
      void navigate('/channel')
    },
  })
  const other = spoken === 'en' ? 'zh' : 'en'
  const isAdmin = (user?.role ?? 0) >= role.admin
  const isRoot = user?.role === role.root
  const hasAgents = isAdmin && status?.enable_agents === true

  const page = (id: string, icon: LucideIcon, label: string, also: string, path: string): Command => ({
    id: `page:${id}`,
    group: 'pages',
    icon,
    label,
    also: [also, path],
    run: () => void navigate(path),
  })
  const ownPage = (key: PageKey, icon: LucideIcon, path: string) =>
    page(key, icon, t(key), paletteText[other][key], path)
  const action = (key: ActionKey, icon: LucideIcon, run: () => void): Command => ({
    id: `action:${key}`,
    group: 'actions',
    icon,
    label: t(key),
    also: [paletteText[other][key]],
    run,
  })
  const themes = {
    light: action('lightTheme', Sun, () => themeMode.set('light')),
    dark: action('darkTheme', Moon, () => themeMode.set('dark')),
    system: action('systemTheme', SunMoon, () => themeMode.set('system')),
  }
  const organisations = useOrganisationCommands()
  const chosen = chosenLanguage.use()
  const otherLanguages = Object.entries(languages)
    .filter(([each]) => each !== chosen)
    .map(([each, { name, tag }]) => ({
      id: `action:language-${each}`,
      group: 'actions' as const,
      icon: Languages,
      label: t('toLanguage', { name }),
      also: [['en', tag].map((reader) => new Intl.DisplayNames(reader, { type: 'language' }).of(each)).join(' ')],
      run: () => chooseLanguage(each),
    }))

  return [
    ...visibleItems(user, status, pages, seat)
      .flatMap(({ items }) => items)
      .map(({ key, path }) =>
        page(key, key === 'chat' ? MessageCircle : sideIcons[key], side(key), sideText[other][key], path),
      ),
    ownPage('home', House, '/'),
    ownPage('pricing', Tags, '/pricing'),
    ownPage('guide', BookOpen, '/guide'),
    ...(hasFaq ? [ownPage('faq', CircleHelp, '/faq')] : []),
    ownPage('about', Info, '/about'),
    ownPage('security', Fingerprint, '/setting/security'),
    ...(isAdmin ? [ownPage('subscriptions', CalendarSync, '/subscriptions')] : []),
    ...(hasAgents ? [ownPage('payoutRequests', Banknote, '/agent/manage?tab=payouts')] : []),
    ...(isRoot
      ? [ownPage('priceBook', Tags, '/price-book'), ownPage('identityProviders', IdCard, '/setting/providers')]
      : []),
    ...(seat ? [ownPage('personalSettings', Settings2, '/setting')] : []),
    ...(!seat || seat.may('call') ? [action('createToken', Plus, () => void navigate('/token?open=new'))] : []),
    ...(isAdmin
      ? [
          action('addChannel', Plus, () => void navigate('/channel/add')),
          action('addUser', Plus, () => void navigate('/user/add')),
          action('createPlan', Plus, () => void navigate('/plans?open=new')),
          action('givePlan', Plus, () => void navigate('/subscriptions?open=new')),
          ...(hasAgents ? [action('appointAgent', Plus, () => void navigate('/agent/manage?open=new'))] : []),
          action('testAll', FlaskConical, () => testing.mutate()),
        ]
      : []),
    ...(['light', 'dark', 'system'] as const).filter((mode) => mode !== theme).map((mode) => themes[mode]),
    ...organisations,
    ...otherLanguages,
    action('apiReference', BookOpen, () => void navigate('/reference')),
    action('shortcuts', Keyboard, () => shortcutsOpen.set(true)),
    action('signOut', LogOut, () => signOut.mutate()),
  ]
}
