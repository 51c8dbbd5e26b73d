import { useMutation } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { useNavigate } from 'react-router'
import { toast } from '../../components/overlay/toast-list.ts'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { language, themeMode } from '../../lib/browser/preferences.ts'
import { session } from '../../lib/session/session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { dictionary } from '../../lib/text/text.ts'
import { sideText } from '../layout/side/side.text.ts'
import { visibleItems } from '../layout/side/side-items.ts'
import { pages } from '../routes.tsx'
import { paletteText } from './palette.text.ts'

export type CommandGroup = 'recent' | 'pages' | 'actions' | 'channels' | 'users' | 'tokens' | 'models'
export type Command = {
  id: string
  group: CommandGroup
  label: string
  /** The name in the other language, and further search words. */
  also: string[]
  /** A grey word beside the label. */
  hint?: string
  run: () => void
}

type ActionKey = 'createToken' | 'addChannel' | 'addUser' | 'testAll' | 'apiReference' | 'signOut'
type PublicKey = 'home' | 'pricing' | 'about'

// Loaded apart from the other texts, which every page carries.
const bookText = dictionary({ priceBook: ['Price book', '价格簿'] })

/** The pages and actions of the user's role. */
export function useCommands(): Command[] {
  const t = paletteText.use()
  const side = sideText.use()
  const book = bookText.use()
  const navigate = useNavigate()
  const user = session.use()
  const status = useStatus()
  const spoken = language.use()
  const theme = themeMode.use()
  const signOut = useSignOut()
  const testing = useMutation({
    mutationFn: () => call(channelApi.testAll),
    onSuccess: () => {
      toast.success(t('testsBegun'))
      void navigate('/channel')
    },
    onError: (error) => toast.error(error.message),
  })
  const other = spoken === 'en' ? 'zh' : 'en'
  const isAdmin = (user?.role ?? 0) >= role.admin

  const page = (id: string, label: string, also: string, path: string): Command => ({
    id: `page:${id}`,
    group: 'pages',
    label,
    also: [also, path],
    run: () => void navigate(path),
  })
  const publicPage = (key: PublicKey, path: string) => page(key, t(key), paletteText[other][key], path)
  const action = (key: ActionKey, run: () => void): Command => ({
    id: `action:${key}`,
    group: 'actions',
    label: t(key),
    also: [paletteText[other][key]],
    run,
  })
  const look = (key: 'lightTheme' | 'darkTheme' | 'systemTheme' | 'toChinese' | 'toEnglish', run: () => void) => ({
    id: `action:${key}`,
    group: 'actions' as const,
    label: t(key),
    also: [paletteText[other][key]],
    run,
  })
  const themes = { light: 'lightTheme', dark: 'darkTheme', system: 'systemTheme' } as const

  return [
    ...visibleItems(user, status, pages)
      .flatMap(({ items }) => items)
      .map(({ key, path }) => page(key, side(key), sideText[other][key], path)),
    publicPage('home', '/'),
    publicPage('pricing', '/pricing'),
    publicPage('about', '/about'),
    action('createToken', () => void navigate('/token?open=new')),
    ...(isAdmin
      ? [
          action('addChannel', () => void navigate('/channel/add')),
          action('addUser', () => void navigate('/user/add')),
          action('testAll', () => testing.mutate()),
        ]
      : []),
    ...(user?.role === role.root
      ? [page('priceBook', book('priceBook'), bookText[other].priceBook, '/price-book')]
      : []),
    ...(['light', 'dark', 'system'] as const)
      .filter((mode) => mode !== theme)
      .map((mode) => look(themes[mode], () => themeMode.set(mode))),
    look(other === 'zh' ? 'toChinese' : 'toEnglish', () => language.set(other)),
    action('apiReference', () => void navigate('/reference')),
    action('signOut', () => signOut.mutate()),
  ]
}
